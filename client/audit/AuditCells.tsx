import type { AuditEvent } from '#contract/house/audit.ts'
import { trailCodes } from '#contract/house/trailFields.ts'
import { Changes } from '#client/kit/decisions/Changes.tsx'
import { actionLabel, stateNamed } from '#client/kit/decisions/History.tsx'
import { plain } from '#client/kit/trailTexts.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords } from '#client/kit/words.ts'

/** What was done, in the words of the workflow. */
export function AuditAction({ event }: { event: AuditEvent }) {
  const translate = useContractWords()
  return <>{translate(actionLabel(event))}</>
}

/** A state of the record as its workflow shows it. */
export function AuditState({ kind, name }: { kind: string; name: string | null }) {
  const translate = useContractWords()
  const state = stateNamed(kind, name)
  if (state) return <Status tone={state.tone} label={state.label} />
  return <span className="faint">{name === null ? '–' : translate(trailCodes[name] ?? plain(name))}</span>
}

/** What an event changed. */
export const AuditLead = ({ row }: { row: AuditEvent }) => <Changes changes={row.changes} />
