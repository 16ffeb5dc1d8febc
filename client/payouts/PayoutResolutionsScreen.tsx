import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { payoutResolutionView } from './payoutResolutionView.tsx'

/** What was proposed for stuck payouts, and decided by somebody else. */
export function PayoutResolutionsScreen() {
  const words = useWords().payouts
  const navigate = useNavigate()
  return (
    <ListScreen<ChangeRequest>
      {...payoutResolutionView.on(useUser())}
      heading={<h1>{words.payoutResolutions}</h1>}
      sub={words.resolutionsSub}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/money/payouts' })}
        >
          {words.desk}
        </Button>
      }
    />
  )
}
