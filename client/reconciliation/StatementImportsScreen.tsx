import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { statementImportView } from './statementImportView.tsx'

/** Statements that people have imported as files, and what somebody else decided. */
export function StatementImportsScreen() {
  const words = useWords().reconciliation
  return (
    <ListScreen<ChangeRequest>
      {...statementImportView.on(useUser())}
      heading={<h1>{words.imports}</h1>}
      sub={words.importsSub}
    />
  )
}
