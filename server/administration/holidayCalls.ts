import { adminHolidayList, adminHolidays, type AdminHoliday } from '#contract/administration/adminHolidays.ts'
import { holidaysOf, readGazetted } from '#server/facts/publicHolidays.ts'
import { businessYear } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { requestChange } from './propose.ts'
import { changeWaits } from './subject.ts'

/** Public holidays: reckoned by law, with the days of the gazette that two administrators keep. */
export const adminHolidayRoutes = serve(adminHolidays, {
  list: async ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: adminHolidayList, query, source: await source(tx), shape: (holiday) => holiday }),
  propose: async (call) => {
    const { day, name, status, reason } = call.body
    return requestChange(call, {
      subject: 'holiday',
      targetId: day,
      title: `${name}, ${day}`,
      after: { name, status },
      reason,
    })
  },
})

async function source(tx: Tx): Promise<ListSource<AdminHoliday>> {
  const gazetted = await readGazetted(tx)
  const thisYear = businessYear()
  const years = new Set([...gazetted.map(({ day }) => Number(day.slice(0, 4))), thisYear, thisYear + 1])
  const holidays = [...years]
    .flatMap((year) => holidaysOf(year, gazetted))
    .filter(({ day, origin }) => origin === 'GAZETTE' || day >= `${thisYear}`)
    .map(({ dayOff, ...holiday }) => ({ ...holiday, status: dayOff ? 'DAY_OFF' : 'WORKING_DAY' }))
  const table = sql`json_to_recordset(${JSON.stringify(holidays)}) as t(day text, name text, origin text, status text)`
  return {
    base: table,
    from: table,
    select: sql<AdminHoliday>`t.day as id, t.day, t.name, t.origin, t.status, ${changeWaits('holiday', sql`t.day`)} as "changeWaiting"`,
    where: [],
    columns: { day: sql`t.day`, name: sql`t.name`, origin: sql`t.origin`, status: sql`t.status` },
    search: sql<string>`upper(t.name || ' ' || t.day)`,
    id: sql`t.day`,
  }
}
