import { records } from './records.ts'

/** What people call each kind of record with a workflow, by its name in the audit trail. */
export const recordNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(records).map(({ flow: { kind, record } }) => [
    kind,
    `${record.charAt(0).toUpperCase()}${record.slice(1)}`,
  ]),
)
