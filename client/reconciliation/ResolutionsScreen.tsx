import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { resolutionView } from './resolutionView.tsx'

/** What was proposed for exceptions, and decided by somebody else. */
export function ResolutionsScreen() {
  const words = useWords().reconciliation
  const navigate = useNavigate()
  return (
    <ListScreen<ChangeRequest>
      {...resolutionView.on(useUser())}
      heading={<h1>{words.resolutions}</h1>}
      sub={words.resolutionsSub}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/money/reconciliation' })}
        >
          {words.title}
        </Button>
      }
    />
  )
}
