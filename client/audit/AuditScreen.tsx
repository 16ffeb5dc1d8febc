import { useSearch } from '@tanstack/react-router'
import type { AuditEvent } from '#contract/house/audit.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { DoerName, DoerRole } from '#client/kit/decisions/Doer.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useWords } from '#client/kit/words.ts'
import { AuditAction, AuditLead, AuditState } from './AuditCells.tsx'
import { AuditQueryFields } from './AuditQueryFields.tsx'
import { auditSource } from './auditSource.ts'

const cells: Cells<AuditEvent> = {
  by: (event) => <DoerName event={event} />,
  role: (event) => <DoerRole event={event} />,
  action: (event) => <AuditAction event={event} />,
  from: (event) => <AuditState kind={event.kind} name={event.from} />,
  to: (event) => <AuditState kind={event.kind} name={event.to} />,
}

/** The audit trail: who did what, and when. */
export function AuditScreen() {
  const words = useWords().audit
  const search: object = useSearch({ strict: false })
  return (
    <ListScreen<AuditEvent>
      source={auditSource(search)}
      title={(event) => event.title}
      sub={words.sub}
      above={<AuditQueryFields />}
      Lead={AuditLead}
      cells={cells}
    />
  )
}
