import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { announce } from '#server/kit/watched.ts'
import type { NewLeg } from './planLegs.ts'

export type LegToInsert = NewLeg & {
  payoutId: string
  organisationId: string
  lenderId: string
  place: number
  reference: string
  narration: string
}

/** Writes legs that are due at once: they are sent after the commit. */
export async function insertLegs(tx: Tx, legs: readonly LegToInsert[], at: Date): Promise<void> {
  if (legs.length === 0) return
  announce(tx, 'payouts.legs')
  const column = <Value>(of: (leg: LegToInsert) => Value): Value[] => legs.map(of)
  await sql`insert into payout_legs (id, payout_id, organisation_id, lender_id, place, kind, channel, reference, from_account,
      to_institution_code, to_institution_type, to_account, amount_cents, narration, currency, deal_code, received_cents, status, next_at, created_at)
    select g.*, 'QUEUED', ${at}::timestamptz, ${at}::timestamptz from unnest(${column(() => newId())}::uuid[], ${column(({ payoutId }) => payoutId)}::uuid[],
      ${column(({ organisationId }) => organisationId)}::uuid[], ${column(({ lenderId }) => lenderId)}::uuid[], ${column(({ place }) => place)}::int[],
      ${column(({ kind }) => kind)}::text[], ${column(({ channel }) => channel)}::text[], ${column(({ reference }) => reference)}::text[],
      ${column(({ from }) => from)}::text[], ${column(({ to }) => to.institutionCode)}::text[], ${column(({ to }) => to.institutionType)}::text[],
      ${column(({ to }) => to.accountNumber)}::text[], ${column(({ amountCents }) => amountCents)}::bigint[],
      ${column(({ narration }) => narration)}::text[], ${column(({ currency }) => currency)}::text[],
      ${column(({ exchange }) => exchange?.dealCode ?? null)}::text[], ${column(({ exchange }) => exchange?.receivedCents ?? null)}::bigint[]) as g`.execute(
    tx,
  )
}
