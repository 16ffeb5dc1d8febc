import { settingProblem } from '#contract/administration/adminSettings.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { settings, type SettingName } from '#contract/house/settings.ts'
import { holidaysOf, readGazetted, type Holiday } from '#server/facts/publicHolidays.ts'
import { weekdayOf } from '#server/facts/days.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import type { Subject } from './subject.ts'

/** A setting by its name. A value equal to the shipped one is stored too: it was chosen. */
export const settingSubject: Subject = {
  name: 'setting',
  blank: {},
  read: async (tx, name) => {
    const [stored] = await rows(tx, sql<{ value: unknown }>`select value from settings where name = ${name} for update`)
    return { value: stored?.value ?? settings[name as SettingName].default } // border: the call takes declared names only
  },
  examine: async ({ targetId, after }) => {
    // Examined again at the approval: a later build may have narrowed the rule.
    const problem = settingProblem(targetId as SettingName, after['value'] as number | boolean)
    if (problem) throw new Refused('input.invalid', { details: { fields: { value: problem } } })
    return []
  },
  apply: async ({ tx, targetId, after }) => {
    await sql`insert into settings (name, value, changed_at) values (${targetId}, ${JSON.stringify(after['value'])}, ${now()})
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(tx)
  },
}

/** A season by its name, which says its days: 1 October to 30 September. */
export const seasonSubject: Subject = {
  name: 'season',
  blank: {},
  read: async (tx, name) => {
    const [season] = await rows(
      tx,
      sql<{ status: string }>`
        select case when open then 'OPEN' else 'CLOSED' end as status from seasons where name = ${name} for update`,
    )
    return season ?? null
  },
  examine: async ({ tx, targetId, before, after }) => {
    const [first = 0, second = 0] = targetId.split('/').map(Number)
    if (second !== first + 1 || first < 2000 || first > 2100)
      throw new Refused('input.invalid', { details: { fields: { name: 'Two years in a row, such as 2026/2027' } } })
    const isNew = before['status'] === undefined
    const near = [`${first - 1}/${first}`, `${second}/${second + 1}`]
    if (isNew && (await rows(tx, sql`select 1 from seasons where name = any (${near})`)).length === 0)
      throw new Refused('input.invalid', { details: { fields: { name: 'Seasons follow one another without a gap' } } })
    return targetId === seasonOfDate(businessDate()) && after['status'] === 'CLOSED'
      ? [{ code: 'season.current', message: 'This is the season of today: from the approval on it takes no delivery.' }]
      : []
  },
  apply: async ({ tx, targetId, after }) => {
    const first = Number(targetId.slice(0, 4))
    const open = after['status'] === 'OPEN'
    await sql`insert into seasons (name, starts_on, ends_on, open) values (${targetId}, make_date(${first}::int, 10, 1), make_date(${first}::int + 1, 9, 30), ${open})
      on conflict (name) do update set open = excluded.open`.execute(tx)
  },
}

/** A day by its date: what the gazette says of it stands above the law. */
export const holidaySubject: Subject = {
  name: 'holiday',
  blank: {},
  read: async (tx, day) => {
    await sql`select from public_holidays where day = ${day} for update`.execute(tx)
    const holiday = await findHoliday(tx, day)
    return holiday ? { name: holiday.name, status: holiday.dayOff ? 'DAY_OFF' : 'WORKING_DAY' } : null
  },
  examine: async ({ targetId, before, after }) => {
    if (before['status'] === undefined && after['status'] === 'WORKING_DAY')
      throw new Refused('input.invalid', { details: { fields: { day: 'This day is no holiday' } } })
    const notes: ChangeRequest['notes'] = []
    if (weekdayOf(targetId) > 4)
      notes.push({ code: 'holiday.weekend', message: 'This day is on a weekend: it makes no age shorter.' })
    if (targetId < businessDate())
      notes.push({ code: 'holiday.past', message: 'This day has passed: records that wait are counted anew.' })
    return notes
  },
  apply: async ({ tx, targetId, after }) => {
    await sql`insert into public_holidays (day, name, day_off, changed_at) values (${targetId}, ${after['name']}, ${after['status'] === 'DAY_OFF'}, ${now()})
      on conflict (day) do update
      set name = excluded.name, day_off = excluded.day_off, changed_at = excluded.changed_at`.execute(tx)
  },
}

async function findHoliday(tx: Tx, day: string): Promise<Holiday | undefined> {
  const holidays = holidaysOf(Number(day.slice(0, 4)), await readGazetted(tx))
  return holidays.find((holiday) => holiday.day === day)
}

/** A disclaimer by its name: every version that people accepted stays, a new one is added. */
export const disclaimerSubject: Subject = {
  name: 'disclaimer',
  blank: {},
  read: async (tx, name) => {
    const [disclaimer] = await rows(
      tx,
      sql<{ version: number; english: string; swahili: string }>`
        select version, english, swahili from disclaimers where name = ${name} order by version desc limit 1`,
    )
    return disclaimer ?? null
  },
  examine: async () => [],
  apply: async ({ tx, targetId, before, after }) => {
    const version = Number(before['version'] ?? 0) + 1
    await sql`insert into disclaimers (id, name, version, english, swahili, in_force_from)
      values (${newId()}, ${targetId}, ${version}, ${after['english']}, ${after['swahili']}, ${now()})`.execute(tx)
  },
}
