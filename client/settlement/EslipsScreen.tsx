import { handlers } from '#contract/house/organisationTypes.ts'
import type { Eslip } from '#contract/settlement/eslips.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { eslipView } from './eslipView.tsx'

/** What each sold lot fetched, who gets which part of it, and how far it has come. */
export function EslipsScreen() {
  const words = useWords().settlement
  const user = useUser()
  const { organisationType } = actorOf(user)
  const handles = handlers.includes(organisationType)
  return (
    <ListScreen<Eslip>
      {...eslipView.on(user)}
      heading={<h1>{words.eslipsTitle}</h1>}
      sub={handles ? words.handledEslipsSub : organisationType === 'BUYER' ? words.boughtEslipsSub : words.eslipsSub}
      next={{ text: words.noEslips }}
    />
  )
}
