import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { resolutionView } from './resolutionView.tsx'

/** What was proposed for exceptions, and decided by somebody else. */
export function ResolutionsScreen() {
  const words = useWords().reconciliation
  return (
    <ListScreen<ChangeRequest>
      {...resolutionView.on(useUser())}
      heading={<h1>{words.resolutions}</h1>}
      sub={words.resolutionsSub}
    />
  )
}
