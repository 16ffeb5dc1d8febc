import type { BankAccount, InstitutionType } from '#server/kit/bank/bankAccounts.ts'
import { chooseChannel } from '#server/kit/bank/bankWays.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId, randomLetters } from '#server/kit/ids.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { Refused } from '#server/kit/refused.ts'
import { insertLegs, type LegToInsert } from './insertLegs.ts'
import { planNext, type PayoutOrder } from './planLegs.ts'

type Fund = { lenderId: string; fundAccount: string; transitAccount: string; shortCode: string }

/**
 * Opens payouts in the transaction that authorises them; nothing is sent before its commit. The same source again is the same
 * payout. Refuses with `payout.no_way` when the amount cannot go to the account in that way, and with `payout.no_fund` when
 * the lender has no accounts at the bank.
 */
export async function openPayouts(tx: Tx, payouts: readonly NewPayout[]): Promise<void> {
  if (payouts.length === 0) return
  for (const payout of payouts) mustHaveWay(payout)
  const fundOf = await readFunds(tx, payouts)
  const at = now()
  const opened = payouts.map(({ currency = 'KES', exchange, ...payout }) => ({
    ...payout,
    ...fundOf(payout),
    currency,
    dealCode: exchange?.dealCode ?? null,
    receivedCents: exchange?.receivedCents ?? null,
    id: newId(),
    reference: newReference(),
  }))
  const column = <Value>(of: (one: (typeof opened)[number]) => Value): Value[] => opened.map(of)
  const inserted = await rows(
    tx,
    sql<{
      id: string
    }>`insert into payouts (id, organisation_id, lender_id, source_kind, source_id, title, reference, payment_type, institution_code,
        institution_type, account_number, account_name, amount_cents, narration, fund_account, transit_account, short_code, currency, deal_code, received_cents, status, created_at)
      select g.*, 'QUEUED', ${at}::timestamptz from unnest(${column(({ id }) => id)}::uuid[], ${column(({ organisationId }) => organisationId)}::uuid[],
        ${column(({ lenderId }) => lenderId)}::uuid[], ${column(({ sourceKind }) => sourceKind)}::text[], ${column(({ sourceId }) => sourceId)}::uuid[],
        ${column(({ title }) => title)}::text[], ${column(({ reference }) => reference)}::text[], ${column(({ paymentType }) => paymentType)}::text[],
        ${column(({ account }) => account.institutionCode)}::text[], ${column(({ account }) => account.institutionType)}::text[],
        ${column(({ account }) => account.accountNumber)}::text[], ${column(({ account }) => account.accountName)}::text[],
        ${column(({ amountCents }) => amountCents)}::bigint[], ${column(({ narration }) => narration)}::text[],
        ${column(({ fundAccount }) => fundAccount)}::text[], ${column(({ transitAccount }) => transitAccount)}::text[],
        ${column(({ shortCode }) => shortCode)}::text[], ${column(({ currency }) => currency)}::text[],
        ${column(({ dealCode }) => dealCode)}::text[], ${column(({ receivedCents }) => receivedCents)}::bigint[]) as g
      on conflict (source_kind, source_id) do nothing returning id`,
  )
  const fresh = new Set(inserted.map(({ id }) => id))
  await insertLegs(
    tx,
    opened.filter(({ id }) => fresh.has(id)).map((payout) => firstLeg(payout)),
    at,
  )
}

type Opened = Omit<NewPayout, 'currency' | 'exchange'> &
  Fund &
  Pick<PayoutOrder, 'currency' | 'dealCode' | 'receivedCents'> & { id: string; reference: string }

function firstLeg(payout: Opened): LegToInsert {
  const { next } = planNext({ ...payout, ...payout.account }, [])
  if (!next) throw new Error('a payout begins with a leg')
  const { id: payoutId, organisationId, lenderId, reference, narration } = payout
  return { ...next, payoutId, organisationId, lenderId, place: 1, reference: `${reference}-1`, narration }
}

function mustHaveWay({ account, amountCents, currency = 'KES', paymentType, sourceId }: NewPayout): void {
  const to: BankAccount = { ...account, institutionType: account.institutionType as InstitutionType } // border: registers hold no other
  const way = chooseChannel({ to, amountCents, currency })
  if (typeof way === 'string') throw new Refused('payout.no_way', { details: { sourceId, why: way } })
  if (way.paymentType !== paymentType)
    throw new Refused('payout.no_way', {
      details: { sourceId, why: way.paymentType === 'RTGS' ? 'too_much' : 'other_channel' },
    })
}

type Payer = Pick<NewPayout, 'lenderId' | 'from'>

/** The accounts that each payout leaves by: the payer's own one, or those of the lender's fund. */
async function readFunds(tx: Tx, payouts: readonly Payer[]): Promise<(payout: Payer) => Fund> {
  const lenders = [...new Set(payouts.map(({ lenderId }) => lenderId))]
  const funds = await rows(
    tx,
    sql<
      Fund & { isOfBank: boolean }
    >`select f.organisation_id as "lenderId", f.account_number as "fundAccount", f.transit_number as "transitAccount",
      f.mpesa_short_code as "shortCode", o.type = 'COOPERATIVE_BANK' as "isOfBank"
      from funds f join organisations o on o.id = f.organisation_id where f.organisation_id = any (${lenders}::uuid[]) or o.type = 'COOPERATIVE_BANK'`,
  )
  const bank = funds.find(({ isOfBank }) => isOfBank)
  const byLender = new Map(funds.map((fund) => [fund.lenderId, fund]))
  return ({ lenderId, from }) => {
    // Of its own account a society pays through the transit account and the M-PESA float of the bank that keeps it.
    if (from !== undefined)
      return {
        lenderId,
        fundAccount: from,
        transitAccount: bank?.transitAccount ?? '',
        shortCode: bank?.shortCode ?? '',
      }
    const fund = byLender.get(lenderId)
    if (!fund) throw new Refused('payout.no_fund', { details: { lenderId } })
    return fund
  }
}

/** 70 random bits, short enough for every bank; the table refuses the same again. */
const newReference = (): string => `KP${randomLetters(14)}`
