import { disclaimerNames } from './house/disclaimers.ts'
import { records } from './records.ts'

/** What people call each kind of record with a workflow, by its name in the audit trail. */
export const recordNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(records).map(({ flow: { kind, record } }) => [
    kind,
    `${record.charAt(0).toUpperCase()}${record.slice(1)}`,
  ]),
)

/** What a text that people accept is called: after the kind of record it stands before, or as its maker called it. */
export const disclaimerTitle = (name: string): string => ({ ...recordNames, ...disclaimerNames })[name] ?? name
