import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useWords } from '#client/kit/words.ts'
import { wayOnDecisions, waysOnSource } from './payoutsSource.ts'
import { WayOnLead } from './WayOnLead.tsx'

/** What was proposed for stuck payouts, and decided by somebody else. */
export function WaysOnScreen() {
  const words = useWords().payouts
  const navigate = useNavigate()
  return (
    <ListScreen<ChangeRequest>
      source={waysOnSource}
      title={({ title }) => title}
      decisions={wayOnDecisions}
      heading={<h1>{words.waysOn}</h1>}
      sub={words.waysOnSub}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/money/payouts' })}
        >
          {words.desk}
        </Button>
      }
      Lead={WayOnLead}
    />
  )
}
