import { Alert } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWords } from '#client/kit/words.ts'
import './administration.css'

/** Says that a change of this is on its way, with the way there. */
export function Waiting({ waits, title }: { waits: boolean; title: string }) {
  const words = useWords().administration
  if (!waits) return null
  return (
    <Alert className="al" color="gold" icon={<IconClock size={18} aria-hidden />}>
      {words.waits}{' '}
      <Link to="/admin/changes" search={{ tab: 'all', search: title }}>
        {words.seeChanges}
      </Link>
    </Alert>
  )
}
