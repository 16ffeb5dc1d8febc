import { audit, auditList, type AuditEvent } from '#contract/audit.ts'
import type { Cells } from '#client/kit/DataTable.tsx'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import type { ListSource } from '#client/kit/useListPage.ts'
import { useWords } from '#client/kit/words.ts'
import { AuditAction, AuditLead, AuditState } from './AuditCells.tsx'

const source: ListSource = { list: auditList, endpoint: audit.list }
const cells: Cells<AuditEvent> = {
  action: (event) => <AuditAction event={event} />,
  from: (event) => <AuditState kind={event.kind} name={event.from} />,
  to: (event) => <AuditState kind={event.kind} name={event.to} />,
}

/** The audit trail: who did what, and when. */
export function AuditScreen() {
  const words = useWords().farmers
  return (
    <ListScreen<AuditEvent>
      source={source}
      title={(event) => event.title}
      sub={words.audit}
      Lead={AuditLead}
      cells={cells}
    />
  )
}
