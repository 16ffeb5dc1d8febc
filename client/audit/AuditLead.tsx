import type { AuditEvent } from '#contract/audit.ts'
import { Changes } from '#client/kit/Changes.tsx'

/** What an event changed. */
export const AuditLead = ({ row }: { row: AuditEvent }) => <Changes changes={row.changes} />
