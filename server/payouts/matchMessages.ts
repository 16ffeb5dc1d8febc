import type { RawBuilder } from 'kysely'
import type { BankProvider } from '#contract/bank/bankMessages.ts'
import { settle } from '#server/kit/bank/bankTransfer.ts'
import { readBankMessage } from '#server/kit/bank/bankTransfers.ts'
import { now } from '#server/kit/clock.ts'
import { rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { settleLegs, type LegReport } from './settleLegs.ts'
import { faultOf, storedLeg, transferOf, type Paying, type StoredLeg } from './leasedLegs.ts'

const batch = 200

type Message = StoredLeg & { messageId: string; provider: BankProvider; body: unknown; receivedAt: Date }

/**
 * Holds messages of the bank against the legs they name. In any order and however often they come, they change what is open
 * only; one that says otherwise than what is known is kept as a contradiction. Answers how many it has done with.
 */
export const matchMessages = (paying: Paying): Promise<number> =>
  paying.db.transaction('system', async (tx) => {
    const messages = await takeMessages(tx)
    if (messages.length === 0) return 0
    try {
      return await savepoint(tx, () => match(tx, paying, messages))
    } catch (error) {
      paying.log.error(
        { fault: faultOf(error) },
        'messages of the bank could not be matched together; each is tried alone',
      )
    }
    let done = 0
    for (const message of messages) {
      try {
        done += await savepoint(tx, () => match(tx, paying, [message]))
      } catch (error) {
        paying.log.error(
          { message: message.messageId, fault: faultOf(error) },
          'a message of the bank could not be matched',
        )
      }
    }
    return done
  })

/** Messages `m` that wait and name a leg `l`. */
const waiting = sql`bank_messages m join payout_legs l on l.reference = m.reference and (m.provider = 'mpesa') = (l.channel = 'mpesa')
      where m.outcome = 'UNMATCHED'`

/** Whether a message can be matched, as a condition of SQL. */
export const areMessagesDue = (): RawBuilder<unknown> => sql`exists (select from ${waiting})`

const takeMessages = (tx: Tx): Promise<Message[]> =>
  rows(
    tx,
    sql<Message>`select m.id as "messageId", m.provider, m.body, m.received_at as "receivedAt", ${storedLeg}
      from ${waiting} order by m.received_at, m.id limit ${batch} for update of m skip locked`,
  )

async function match(tx: Tx, { owners }: Paying, messages: readonly Message[]): Promise<number> {
  const reports = messages.map((message): LegReport => {
    const { provider, body: json, receivedAt, reference } = message
    const word = readBankMessage({ provider, json, receivedAt })
    const sentAt = message.sentAt ?? now()
    const outcome = word ? settle({ transfer: transferOf(message), sentAt, report: word }) : undecided
    return { reference, outcome, by: 'CALLBACK' }
  })
  const verdicts = await settleLegs(tx, reports, owners)
  const outcomes = verdicts.map((verdict) => (verdict === 'contradicts' ? 'CONTRADICTS' : 'MATCHED'))
  await sql`update bank_messages m set outcome = g.outcome from unnest(${messages.map(({ messageId }) => messageId)}::uuid[], ${outcomes}::text[]) as g (id, outcome)
    where m.id = g.id`.execute(tx)
  return messages.length
}

const undecided = { outcome: 'IN_DOUBT', reason: 'undecided' } as const
