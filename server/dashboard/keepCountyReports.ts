import type { Occasion } from '#contract/dashboard/countyReports.ts'
import { weekdayOf, dayAfter } from '#server/facts/days.ts'
import { readSetting } from '#server/facts/settings.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { notifyMakers } from '#server/kit/records/notify.ts'
import { countyReportKind, keepReport } from './countyReports.ts'
import { sideBySide } from './sideBySide.ts'

type Due = { organisationId: string; occasion: Occasion; dueOn: string }

/** On which day the running month and week were due, as far as the operator wants them. */
async function scheduleOf(tx: Tx): Promise<{ occasion: Occasion; dueOn: string }[]> {
  const today = businessDate()
  const monday = dayAfter(today, -weekdayOf(today))
  return [
    ...((await readSetting(tx, 'countyReportMonthly'))
      ? [{ occasion: 'MONTH', dueOn: `${today.slice(0, 7)}-01` } as const]
      : []),
    ...((await readSetting(tx, 'countyReportWeekly')) ? [{ occasion: 'WEEK', dueOn: monday } as const] : []),
  ]
}

/** What government has not got yet. Nothing is due before the figures of every society have been counted. */
async function dueReports(tx: Tx): Promise<Due[]> {
  const schedule = await scheduleOf(tx)
  if (schedule.length === 0) return []
  return rows(
    tx,
    sql<Due>`select o.id as "organisationId", s.occasion, s.due_on as "dueOn"
      from organisations o cross join unnest(${schedule.map(({ occasion }) => occasion)}::text[], ${schedule.map(({ dueOn }) => dueOn)}::date[]) s (occasion, due_on)
      where o.type = 'GOVERNMENT' and o.active
        and not exists (select from county_reports r where r.organisation_id = o.id and r.occasion = s.occasion and r.due_on = s.due_on)
        and exists (select from organisations f where f.type = 'FARMER_SOCIETY' and f.active)
        and not exists (select from organisations f where f.type = 'FARMER_SOCIETY' and f.active
          and not exists (select from society_figures c where c.organisation_id = f.id and c.counted_at is not null))`,
  )
}

const readersOf = async (tx: Tx, organisationId: string): Promise<string[]> => {
  const readers = await rows(
    tx,
    sql<{ id: string }>`select u.id from users u join roles r on r.name = u.role_name
      where u.organisation_id = ${organisationId} and u.status = 'ACTIVE' and 'CAN_VIEW_FARMERS' = any (r.permissions) order by u.id`,
  )
  return readers.map(({ id }) => id)
}

/** Makes the reports that are due, and notifies who may read them. Answers how many it made. May run in several servers at once. */
export async function keepCountyReports({ db }: Pick<House, 'db'>): Promise<number> {
  const due = await db.transaction('system', dueReports, { readOnly: true })
  let made = 0
  for (const { organisationId, ...when } of due)
    made += await db.transaction('system', async (tx) => {
      const figures = await sideBySide(tx, { organisation: null, seesMoney: true })
      const by = { system: 'Schedule', organisationId }
      const report = await keepReport(tx, { organisationId, ...when, figures, by })
      if (!report) return 0
      await notifyMakers(tx, {
        makers: await readersOf(tx, organisationId),
        by: null,
        batch: report.id,
        kind: countyReportKind,
        recordId: report.id,
        title: report.reference,
        to: 'MADE',
        comment: null,
      })
      return 1
    })
  return made
}

/** Looks every minute whether a report is due. */
export const startCountyReports = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 60_000,
    work: () => keepCountyReports(house),
    log: house.log,
    what: 'making county reports',
  })
