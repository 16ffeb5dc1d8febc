import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { statementImportView } from './statementImportView.tsx'

/** Statements that people have imported as files, and what somebody else decided. */
export function StatementImportsScreen() {
  const words = useWords().reconciliation
  const navigate = useNavigate()
  return (
    <ListScreen<ChangeRequest>
      {...statementImportView.on(useUser())}
      heading={<h1>{words.imports}</h1>}
      sub={words.importsSub}
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
