import { paymentRetryFlow } from '#contract/schedules/paymentRetries.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { Job } from '#server/kit/jobs.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'

export const payRetryQueue = 'schedule.pay_again'

/** Orders the payment of an approved retry, under a reference of its own. May run twice: the same retry is the same payout. */
export const payRetryJob: Job = {
  queue: payRetryQueue,
  retries: 20,
  work: async ({ db }, { retryId }) => {
    if (retryId) await db.transaction('system', (tx) => orderRetry(tx, retryId))
  },
}

type Ordered = Pick<NewPayout, 'organisationId' | 'title' | 'amountCents' | 'paymentType'> &
  NewPayout['account'] & { from: string; season: string; isOfLender: boolean }

/** A lender is paid to the account that its fund has now, the payee of a deduction as before. */
async function orderRetry(tx: Tx, retryId: string): Promise<void> {
  const [found] = await rows(
    tx,
    sql<Ordered>`select t.organisation_id as "organisationId", coalesce(m.full_name || ', ' || m.member_number, f.name, t.account_name) as title, t.amount_cents as "amountCents",
        t.payment_type as "paymentType", t.institution_code as "institutionCode", t.institution_type as "institutionType",
        coalesce(f.account_number, t.account_number) as "accountNumber", t.account_name as "accountName", a.account_number as "from", p.season,
        t.lender_payment_id is not null as "isOfLender"
      from payment_retries t left join farmers m on m.id = t.farmer_id left join schedule_lines l on l.id = t.line_id
        left join schedule_lender_payments s on s.id = t.lender_payment_id left join funds f on f.organisation_id = s.lender_id
        join communal_payments p on p.id = coalesce(l.communal_payment_id, s.communal_payment_id)
        join society_accounts a on a.organisation_id = t.organisation_id and a.purpose = 'FARMERS_KES'
      where t.id = ${retryId} and t.status = 'APPROVED'`,
  )
  if (!found) return
  const { institutionCode, institutionType, accountNumber, accountName, season, isOfLender, ...payout } = found
  await openPayouts(tx, [
    {
      ...payout,
      sourceKind: paymentRetryFlow.kind,
      sourceId: retryId,
      lenderId: payout.organisationId,
      account: { institutionCode, institutionType, accountNumber, accountName },
      narration: `${isOfLender ? 'Recovered' : 'Cherry'} ${season}`,
    },
  ])
}
