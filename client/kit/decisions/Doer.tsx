import type { AuditEvent } from '#contract/house/audit.ts'
import { labelOfRole } from './labels.ts'
import { useContractWords, useWords } from '../words.ts'

/** Role of the steps that the system takes by itself, such as the end of a check. */
const system = 'SYSTEM'
type Did = { event: Pick<AuditEvent, 'by' | 'role'> }

/** Who did it: a person, or the product by itself. */
export function DoerName({ event }: Did) {
  const { shell, lists } = useWords()
  return <>{event.role === system ? lists.byItself(shell.product) : event.by}</>
}

/** The role in which a person did it; the product has none. */
export function DoerRole({ event }: Did) {
  const translate = useContractWords()
  return event.role === system ? <span className="faint">–</span> : <>{translate(labelOfRole(event.role))}</>
}

/** Who did it, in which role. */
export const Doer = ({ event }: Did) => (
  <>
    <DoerName event={event} />
    {event.role !== system && (
      <>
        {' · '}
        <DoerRole event={event} />
      </>
    )}
  </>
)
