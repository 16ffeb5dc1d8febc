import { audit, auditList, type AuditEvent } from '#contract/audit.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import type { ListSource } from '#client/kit/useListPage.ts'
import { useWords } from '#client/kit/words.ts'
import { AuditLead } from './AuditLead.tsx'

const source: ListSource = { list: auditList, endpoint: audit.list }

/** The audit trail: who did what, and when. */
export function AuditScreen() {
  const words = useWords().farmers
  return <ListScreen<AuditEvent> source={source} title={(event) => event.title} sub={words.audit} Lead={AuditLead} />
}
