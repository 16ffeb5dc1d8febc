import { adminSubjects, type AdminSubject } from '#contract/administration/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminChangeView } from './adminChangeView.tsx'

/** Changes that wait for the other administrator, and all there were. */
export function ChangesScreen() {
  const words = useWords().administration
  const translate = useContractWords()
  const { dateTime } = useFormat()
  return (
    <ListScreen<ChangeRequest>
      {...adminChangeView.on(useUser())}
      sub={words.subOfChanges}
      facts={(change) => [
        { title: translate('Kind'), value: translate(adminSubjects[change.subject as AdminSubject]) },
        { title: translate('Requested by'), value: change.createdBy },
        { title: translate('Requested on'), value: dateTime(change.created) },
      ]}
      next={{ text: words.none }}
    />
  )
}
