import { cherryDelivery, cherryDeliveryFlow, type CherryDelivery } from '#contract/cherryDeliveries.ts'
import type { InboxItem } from '#contract/inbox.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { rowsOf } from '#client/kit/listAnswer.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/Quoted.tsx'
import { Status } from '#client/kit/Status.tsx'
import { noteLines, Warned } from '#client/kit/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What is at stake in a delivery, and what a checker should look at first. */
export function DeliveryLead({ row }: { row: CherryDelivery }) {
  const words = useWords().cherry
  const say = useContractWords()
  const { weight } = useFormat()
  const state = stateFor(row.state, cherryDeliveryFlow)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.currentDelivery)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status} />
      </div>
      {row.paidIn !== null && <p className="faint">{words.paidIn(row.paidIn)}</p>}
      <Quoted title={words.reasonOf}>{row.reason}</Quoted>
      <Quoted title={words.declinedBecause}>{row.approverComment}</Quoted>
      <Warned title={words.notes} lines={noteLines(row.notes, say)} />
    </>
  )
}

/** The same for a delivery that stands in the inbox: it is found among those of its member that wait. */
export function InboxDeliveryLead({ row }: { row: InboxItem }) {
  const [memberNumber = ''] = row.title.split(' ')
  const query = { paginate: 'Y', size: 100, search: memberNumber, waiting: 'Y' } as const
  const { data } = useCall(cherryDelivery.calls.list, { query })
  const found = rowsOf(data).find(({ id }) => id === row.id)
  return found ? <DeliveryLead row={found} /> : null
}
