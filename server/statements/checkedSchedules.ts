import { toAmount } from '#contract/kit/money.ts'
import { checkedSchedules, scheduleReference, type CheckedSchedule } from '#contract/statements/checkedSchedules.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { readByCode } from '#server/kit/paper/checkedPaper.ts'
import { codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve } from '#server/kit/web/serve.ts'

const schedulePaper: PaperKind = { name: 'payment schedule', reference: scheduleReference }

/** The code of a schedule: which one it is, and letters that only we can write beneath it. */
export const codeOfSchedule = (keyed: Parameters<typeof codeOfPaper>[0], id: string): string =>
  codeOfPaper(keyed, schedulePaper, `PS${id.replaceAll('-', '').toUpperCase()}`)

/** Whether the last decider has approved a schedule `p`. */
export const approvedSchedule = sql<boolean>`p.status in ('APPROVED', 'PARTIALLY_PAID', 'COMPLETED')`

type Stored = Omit<CheckedSchedule, 'net' | 'approvedAt'> & { net: bigint; approvedAt: Date }

/** What a schedule says to a stranger who holds its code. One that is not approved says nothing. */
async function checkSchedule(tx: Tx, reference: string): Promise<CheckedSchedule> {
  const [found] = await rows(
    tx,
    sql<Stored>`select o.name as "organisationName", p.season, p.cycle, p.members, p.net_cents as net, p.fingerprint, p.decided_at as "approvedAt"
      from communal_payments p join organisations o on o.id = p.organisation_id
      where p.id = ${reference.slice(2)}::uuid and ${approvedSchedule}`,
  )
  if (!found) throw new Refused('schedule_paper.unknown')
  return { ...found, net: toAmount(found.net), approvedAt: found.approvedAt.toISOString() }
}

export const checkedScheduleRoutes = serve(
  checkedSchedules,
  {
    check: ({ house, params: { code } }) =>
      readByCode({ house, kind: schedulePaper, code, unknown: 'schedule_paper.unknown', read: checkSchedule }),
  },
  { transactions: 'own' },
)
