import type { InstitutionType } from '#server/kit/bank/bankAccounts.ts'
import type { BankCurrency, Transfer } from '#server/kit/bank/bankTransfer.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import type { PayoutOwner } from '#server/kit/bank/payout.ts'
import { settleLegs, type LegReport } from './settleLegs.ts'

/** A leg as it stands in its row. */
export type StoredLeg = {
  id: string
  payoutId: string
  organisationId: string
  reference: string
  channel: Transfer['channel']
  from: string
  institutionCode: string
  institutionType: string
  accountNumber: string
  amountCents: bigint
  currency: BankCurrency
  dealCode: string | null
  receivedCents: bigint | null
  narration: string
  sentAt: Date
  fence: bigint
}

/** The columns of a `StoredLeg`, over the table `l`. */
export const storedLeg = sql`l.id, l.payout_id as "payoutId", l.organisation_id as "organisationId", l.reference, l.channel, l.from_account as "from",
  l.to_institution_code as "institutionCode", l.to_institution_type as "institutionType", l.to_account as "accountNumber",
  l.amount_cents as "amountCents", l.currency, l.deal_code as "dealCode", l.received_cents as "receivedCents", l.narration, l.sent_at as "sentAt", l.fence`

/** The order of a leg, as it was sent and as its status is queried. */
export const transferOf = (leg: StoredLeg): Transfer => ({
  reference: leg.reference,
  channel: leg.channel,
  from: leg.from,
  to: {
    institutionCode: leg.institutionCode,
    institutionType: leg.institutionType as InstitutionType, // border: opened with one of them
    accountNumber: leg.accountNumber,
  },
  amountCents: leg.amountCents,
  currency: leg.currency,
  narration: leg.narration,
  ...(leg.dealCode !== null && leg.receivedCents !== null
    ? { exchange: { dealCode: leg.dealCode, receivedCents: leg.receivedCents } }
    : {}),
})

/** What the work of payouts runs on. */
export type Paying = Pick<House, 'db' | 'bank' | 'log'> & {
  owners?: readonly PayoutOwner[]
  /** Checked before each piece of work: the end of the server waits for one piece only. */
  mayContinue?: () => boolean
}

/** So many reports are settled in one transaction. */
const settledAtOnce = 50

/** Collects reports and settles them so many at a time; `settle` settles what is left, and `onSettled` follows each time. */
export function reportBuffer(paying: Paying, onSettled?: () => Promise<void>) {
  let reports: LegReport[] = []
  const settle = async (): Promise<void> => {
    const pending = reports
    reports = []
    await settleReports(paying, pending)
    await onSettled?.()
  }
  const add = async (report: LegReport): Promise<void> => {
    reports.push(report)
    if (reports.length >= settledAtOnce) await settle()
  }
  return { add, settle }
}

/** Settles reports in one transaction; if that fails, each on its own, so that one bad payout does not hold up the others. */
async function settleReports(paying: Paying, reports: readonly LegReport[]): Promise<void> {
  if (reports.length === 0) return
  try {
    await paying.db.transaction('system', (tx) => settleLegs(tx, reports, paying.owners))
  } catch (error) {
    if (reports.length > 1) {
      for (const report of reports) await settleReports(paying, [report])
      return
    }
    paying.log.error(
      { reference: reports[0]?.reference, fault: faultOf(error) },
      'a leg could not be settled; the bank is asked again',
    )
  }
}

export const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Writes what we did with legs into their payouts' stories. */
export async function noteLegs(
  tx: Tx,
  legs: readonly Pick<StoredLeg, 'id' | 'payoutId' | 'organisationId'>[],
  { what, words = '', at }: { what: 'SENT' | 'NOT_SENT'; words?: string; at: Date },
): Promise<void> {
  if (legs.length === 0) return
  await sql`insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says, words)
    select g.*, ${at}::timestamptz, ${what}, '', ${words} from unnest(${legs.map(() => newId())}::uuid[], ${legs.map(({ payoutId }) => payoutId)}::uuid[],
      ${legs.map(({ organisationId }) => organisationId)}::uuid[], ${legs.map(({ id }) => id)}::uuid[]) as g`.execute(
    tx,
  )
}

/** Runs the work for all of them, so many at a time. */
export async function manyAtOnce<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const one = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, one))
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
