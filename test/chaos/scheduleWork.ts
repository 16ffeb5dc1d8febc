import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase, sql } from '#server/kit/db.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { move } from '#server/ledger/ledger.ts'
import { mirrorOf } from '#server/payments/mirrorOf.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Answer, Caller } from '../../bench/load/caller.ts'
import { besideOwner } from '../../bench/load/money.ts'
import { organisationOf } from '../../db/seed/organisations.ts'
import type { BankControls } from '../../tools/bankSimulator/spawn.ts'
import { readRaw } from '../recompute/rawTables.ts'
import { recompute } from '../recompute/recompute.ts'
import { codeOf, untilAnswered, type Counted } from './untilAnswered.ts'

/** Societies that pay their members meanwhile: who makes the schedule, who approves it, and the account that pays. */
const paying = [
  { society: 'CF4100', maker: 'fcs.maker', manager: 'fcs.manager', account: '01770000077001' },
  { society: 'CF4101', maker: 'fcs2.maker', manager: 'fcs2.manager', account: '01770000077002' },
] as const
const poolCents = 600_000_000n

/** Shillings on an account of each, in our books and at the bank, lowest rates that they keep, and members whom nothing holds. */
export async function prepareSchedules(owner: pg.Client, bank: BankControls): Promise<void> {
  // These shillings come from no deal.
  await owner.query(
    `insert into settings (name, value) values ('scheduleNeedsConversion', 'false') on conflict (name) do update set value = excluded.value`,
  )
  const db = openDatabase(besideOwner(owner))
  try {
    for (const { society, maker, account } of paying) {
      const organisationId = organisationOf(society).id
      const mirror = mirrorOf(organisationId, 'FARMERS_KES')
      await db.transaction('system', async (tx) => {
        const { id } = (await openAccounts(tx, [mirror]))(mirror)
        await sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
          values (${randomUUID()}, ${organisationId}, 'FARMERS_KES', ${account}, 'SOCIETY', ${id}, now(), now()) on conflict on constraint one_account_for_each_purpose do nothing`.execute(
          tx,
        )
        await move(tx, [
          {
            type: 'post',
            reference: `opening/${organisationId}`,
            debit: mirror,
            credit: { kind: 'outside', organisationId, subjectId: organisationId },
            amountCents: poolCents,
            cause: { kind: 'society', id: organisationId },
            narration: 'Shillings of the season',
          },
        ])
      })
      const { rows } = await owner.query<{ number: string }>(
        `select account_number as number from society_accounts where organisation_id = $1 and purpose = 'FARMERS_KES'`,
        [organisationId],
      )
      const accountNumber = rows[0]?.number ?? account
      await bank.load([{ institutionCode: '0011', accountNumber, name: 'SOCIETY' }])
      await bank.control('POST', '/simulator/funds', [
        { institutionCode: '0011', accountNumber, amountCents: Number(poolCents) },
      ])
      await owner.query(
        `insert into communal_rate_limits (id, organisation_id, season, cycle, limit_cents, computed_cents, is_last, status, makers, made_by, created_at)
         select uuidv7(), $1, $2, c, 1, 1, false, 'APPROVED', array[u.id], u.id, now() from users u cross join generate_series(1, 3) c where u.username = $3
           and not exists (select from communal_rate_limits l where l.organisation_id = $1 and l.season = $2 and l.cycle = c and l.status = 'APPROVED')`,
        [organisationId, currentSeason(), maker],
      )
    }
  } finally {
    await db.close()
  }
}

/** What the server has acknowledged of schedules. */
export type SchedulesAcknowledged = Counted & { saved: string[]; approved: string[]; unexpected: string[] }
/** `recovers`: whatever loans members owe when a schedule is computed. */
type Work = {
  call: Caller
  tokens: Readonly<Record<string, string>>
  until: () => boolean
  recovers: boolean
}

/**
 * Each society saves a schedule, another person approves it twice at once, and the bank is ordered to pay while everything is killed.
 * One that is stale, because a loan of it was paid out or repaid meanwhile, is withdrawn and computed anew.
 */
export async function workWithSchedules({ call, tokens, until, recovers }: Work): Promise<SchedulesAcknowledged> {
  const done: SchedulesAcknowledged = { calls: 0, unanswered: 0, saved: [], approved: [], unexpected: [] }
  const command = (username: string, path: string, body: object): Promise<Answer | null> => {
    const key = randomUUID()
    return untilAnswered(() => call.request('schedules', tokens[username] ?? '', 'POST', path, body, key), {
      until,
      counted: done,
    })
  }
  const payOnce = async ({ society, maker, manager }: (typeof paying)[number]): Promise<'again' | void> => {
    const details = await command(maker, '/payment/getGrowerDetails', {
      growerCode: society,
      season: currentSeason(),
    })
    if (details?.status !== 200) return void (details && done.unexpected.push(`no details: ${codeOf(details)}`))
    const { data } = details.body as {
      data: {
        communalRate: number
        totalCherry: number
        farmerKesAccount: { availableBalance: number }
        loans: { id: string }[]
      }
    } // border: the declared answer
    await sleep(1_000)
    const saved = await command(maker, '/payment/saveCommunalPayment', {
      growerCode: society,
      season: currentSeason(),
      commRate: data.communalRate,
      amount: data.farmerKesAccount.availableBalance,
      weight: data.totalCherry,
      loansToRecover: recovers ? data.loans.map(({ id }) => id).join(',') : '',
    })
    if (saved && codeOf(saved) === 'schedule.figures_changed') return 'again'
    if (saved?.status !== 200)
      return void (
        saved && done.unexpected.push(`not saved: ${codeOf(saved)}, ${(saved.body as { message?: string }).message}`)
      )
    const { id } = (saved.body as { data: { id: string } }).data // border: the declared answer
    done.saved.push(id)
    const approval = { commId: id, action: 'APPROVE', approverComment: 'All of it was looked at' }
    const path = `/payment/approveFarmerSchedule/${organisationOf(society).id}`
    const answers = await Promise.all([command(manager, path, approval), command(manager, path, approval)])
    const came = answers.filter((answer) => answer !== null)
    const approved = came.filter(({ status }) => status === 200)
    if (approved.length > 0) done.approved.push(id)
    const isStale = approved.length === 0 && came.some((answer) => codeOf(answer) === 'schedule.stale')
    if (isStale) {
      await command(maker, '/payment/communalPayment/withdraw', { id })
      done.saved.splice(done.saved.indexOf(id), 1)
      return 'again'
    }
    if (approved.length > 1) done.unexpected.push(`schedule ${id} was approved twice`)
    for (const answer of came)
      if (answer.status !== 200 && codeOf(answer) !== 'step.wrong_state')
        done.unexpected.push(`not approved: ${codeOf(answer)}`)
  }
  await Promise.all(
    paying.map(async (society) => {
      while (!until() && (await payOnce(society)) === 'again') await sleep(500)
    }),
  )
  return done
}

/** A line, or a payment to a lender, whose money lies in transit: two people say what becomes of it, and until then its schedule stays open. */
const isStuck = (of: string): string =>
  `exists (select from payouts o left join payment_retries y on y.id = o.source_id where o.status = 'REVERSAL_FAILED' and ${of} in (o.source_id, y.line_id, y.lender_payment_id))`

/** Schedules that the bank still carries out, but for what is stuck. */
export const openSchedules = `select p.id, p.status from communal_payments p where p.status = 'APPROVED' and not exists (
  select from (select id, communal_payment_id from schedule_lines where status = 'PROCESSING' union all
    select id, communal_payment_id from schedule_lender_payments where status = 'PROCESSING') l where l.communal_payment_id = p.id and ${isStuck('l.id')})`

/** What broke of schedules: counted again from the raw tables, nothing was paid twice, and nothing is lost. */
export async function brokenSchedules(
  owner: pg.Client,
  { saved, approved, unexpected }: SchedulesAcknowledged,
): Promise<{ promise: string; rows: readonly unknown[] }[]> {
  const raw = await readRaw(async (text, values) => (await owner.query(text, [...(values ?? [])])).rows)
  const states = await owner.query(
    `select id, status from communal_payments where id = any ($1) and status not in ('PARTIALLY_PAID', 'COMPLETED', 'APPROVED')
     union all select id, status from (${openSchedules}) o where id = any ($1)`,
    [approved],
  )
  const open = await owner.query(
    `select id, status, reason from schedule_lines where communal_payment_id = any ($1) and status in ('PENDING', 'QUEUED', 'PROCESSING') and not ${isStuck('schedule_lines.id')}`,
    [approved],
  )
  const lines = raw.lines.filter(({ schedule }) => approved.includes(schedule))
  const paid = lines.filter(({ status }) => status === 'SUCCESS')
  const recoveries = raw.recoveries.filter(({ line }) => lines.some(({ id }) => id === line))
  return [
    {
      promise: `every acknowledged schedule is paid as far as it goes (${approved.length} of ${saved.length})`,
      rows: states.rows,
    },
    {
      promise: `every line of a schedule has ended (${lines.length}, of which ${paid.length} are paid; ${recoveries.length} loans recovered)`,
      rows: open.rows,
    },
    {
      promise: 'the money of schedules, counted again from the raw tables, is right to the cent',
      rows: recompute(raw).differences,
    },
    { promise: 'nobody got an answer about a schedule that fits nothing', rows: unexpected },
  ]
}
