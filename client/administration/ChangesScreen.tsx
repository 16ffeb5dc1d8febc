import { adminSubjects, type AdminSubject } from '#contract/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { decisionsFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { adminChangeDecisions, AdminChangeLead } from './changeDecision.tsx'

const decisions = decisionsFor(adminChangeDecisions, (row: ChangeRequest) => row)

/** Changes that wait for the other administrator, and all there were. */
export function ChangesScreen() {
  const words = useWords().administration
  const say = useContractWords()
  const { dateTime } = useFormat()
  return (
    <ListScreen<ChangeRequest>
      source={adminSources.changes}
      title={(change) => change.title}
      decisions={decisions}
      sub={words.subOfChanges}
      facts={(change) => [
        { title: say('Kind'), value: say(adminSubjects[change.subject as AdminSubject]) },
        { title: say('Asked by'), value: change.createdBy },
        { title: say('Asked on'), value: dateTime(change.created) },
      ]}
      Lead={AdminChangeLead}
      next={{ text: words.none }}
    />
  )
}
