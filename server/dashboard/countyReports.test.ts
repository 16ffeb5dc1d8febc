import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckedReport, CountyReport } from '#contract/dashboard/countyReports.ts'
import type { SideBySide } from '#contract/dashboard/sideBySide.ts'
import type { Notification } from '#contract/house/notifications.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { keepFigures } from '#server/dataQuality/keepFigures.ts'
import { businessDate, setClock, whichClock } from '#server/kit/clock.ts'
import { codeOfPaper } from '#server/kit/paper/paperCodes.ts'
import { signingCertificate } from '#server/kit/paper/signingCertificate.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { countyReportSections } from './countyReportPdf.ts'
import { countyReportPaper } from './countyReports.ts'
import { keepCountyReports } from './keepCountyReports.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world.close())

type Made = { data: CountyReport }
const reportsOf = async (reader: Person) =>
  (await reader.get<PageOf<CountyReport>>('/county-reports', { paginate: 'Y', size: 100 })).body.data
const check = async (code: string) => {
  const { status, body } = await world.stranger({ method: 'GET', path: `/check-report/${encodeURIComponent(code)}` })
  return { status, body: body as CheckedReport }
}
const codeOf = ({ reference }: Pick<CountyReport, 'reference'>) =>
  codeOfPaper(world.house, countyReportPaper, reference)

test('nothing is due before every society is counted; then one report is made, by however many servers look', async () => {
  const { aminaViewer, otienoChecker } = world.people
  await world.owner.query('delete from society_figures')
  expect(await keepCountyReports(world.house)).toBe(0)
  await keepFigures(world.house, { all: true })
  const made = await Promise.all(Array.from({ length: 6 }, () => keepCountyReports(world.house)))
  expect(made.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await keepCountyReports(world.house)).toBe(0)
  const reports = await reportsOf(aminaViewer)
  expect(reports).toMatchObject([{ occasion: 'MONTH', asOf: businessDate(), madeBy: '' }])
  const sides = (await aminaViewer.get<SideBySide>('/dashboard/GOVT/sides')).body
  expect(reports[0]).toMatchObject({ counties: sides.counties.length, societies: sides.societies.length })

  const { items } = (await aminaViewer.get<{ items: Notification[] }>('/notifications')).body
  expect(items.map(({ kind, title, recordId }) => [kind, title, recordId])).toEqual([
    ['county_report', reports[0]?.reference, reports[0]?.id],
  ])
  // A report of government is nobody else's news, and in nobody else's list.
  const others = (await otienoChecker.get<{ items: Notification[] }>('/notifications')).body.items
  expect(others.filter(({ kind }) => kind === 'county_report')).toEqual([])
  for (const other of [otienoChecker, world.people.peterBankChecker]) expect(await reportsOf(other)).toEqual([])
})

test('the schedule follows the calendar and the settings', async () => {
  const { samuelAdministrator, beatriceAdministrator, aminaViewer } = world.people
  const set = async (name: string, value: boolean) => {
    const { body } = await samuelAdministrator.post<{ data: { id: string } }>('/admin/settings', {
      name,
      value,
      reason: 'Agreed at the meeting',
    })
    expect((await beatriceAdministrator.post('/admin/changes/approve', { id: body.data.id })).status).toBe(200)
  }
  const occasions = async () => (await reportsOf(aminaViewer)).map(({ occasion }) => occasion).toSorted()
  await set('countyReportWeekly', true)
  expect(await keepCountyReports(world.house)).toBe(1)
  expect(await occasions()).toEqual(['MONTH', 'WEEK'])
  await set('countyReportMonthly', false)
  const clock = whichClock()
  const later = (days: number) => setClock(() => clock() + days * 86_400_000)
  // Forty days on a new month has begun and several weeks have passed: one report of this week, none of the month.
  later(40)
  expect(await keepCountyReports(world.house)).toBe(1)
  setClock(clock)
  expect(await occasions()).toEqual(['MONTH', 'WEEK', 'WEEK'])
  await set('countyReportWeekly', false)
  later(80)
  expect(await keepCountyReports(world.house)).toBe(0)
  setClock(clock)
})

test('a report is kept as it stood, printed in both languages, and checked by anybody who holds it', async () => {
  const { aminaViewer, wanjikuMaker } = world.people
  const answer = await aminaViewer.post<Made>('/county-reports')
  expect(answer.status).toBe(200)
  const report = answer.body.data
  expect(report).toMatchObject({ occasion: 'REQUEST', madeBy: aminaViewer.fullName })
  const signed: Buffer[] = []
  for (const language of ['en', 'sw']) {
    const { status, headers, bytes } = await aminaViewer.get(`/county-reports/${report.id}/paper`, { language })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    signed.push(bytes)
    expect([bytes.subarray(0, 5).toString(), bytes.subarray(-32).toString('latin1').includes('%%EOF')]).toEqual([
      '%PDF-',
      true,
    ])
  }
  const trail = await world.owner.query<{ action: string; comment: string }>(
    `select action, comment from audit_events where kind = 'county_report' and record_id = $1 order by at, id`,
    [report.id],
  )
  expect(trail.rows.map(({ action, comment }) => [action, comment])).toEqual([
    ['report', report.fingerprint],
    ['print', report.fingerprint],
    ['print', report.fingerprint],
  ])

  const code = codeOf(report)
  const genuine = await check(code.toLowerCase().replaceAll('-', ' '))
  const { reference, asOf, societies, farmers, kilograms, fingerprint } = report
  expect(genuine).toMatchObject({ status: 200, body: { reference, asOf, societies, farmers, kilograms, fingerprint } })
  // The signature of the paper is that of the certificate which the page names.
  const { fingerprint: certificate } = await signingCertificate(world.house)
  expect(genuine.body.certificates).toEqual([certificate])
  expect(signed.every((paper) => paper.includes('/ByteRange [0 '))).toBe(true)
  const oneLetterOff = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`
  // The letters of one report under the number of another one.
  const another = code.replace(reference, 'CRAAAAAAAA')
  for (const wrong of [oneLetterOff, another, reference, 'nonsense'])
    expect([wrong, (await check(wrong)).status]).toEqual([wrong, 404])

  // A society has reports of itself, and reaches nobody else's.
  const own = (await wanjikuMaker.post<Made>('/county-reports')).body.data
  expect([own.societies, own.counties]).toEqual([1, 1])
  expect((await wanjikuMaker.get(`/county-reports/${report.id}/paper`)).status).toBe(404)
  expect((await aminaViewer.get(`/county-reports/${own.id}/paper`)).status).toBe(404)
})

test('nobody changes a report, and what was altered behind the program is not printed', async () => {
  const { aminaViewer } = world.people
  const { id } = (await aminaViewer.post<Made>('/county-reports')).body.data
  const change = `update county_reports set figures = jsonb_set(figures, '{societies,0,kilograms}', '987654') where id = $1`
  await expect(world.owner.query(change, [id])).rejects.toThrow('append-only')
  await world.owner.query('alter table county_reports disable trigger append_only')
  await world.owner.query(change, [id])
  await world.owner.query('alter table county_reports enable trigger append_only')
  const { status, body } = await aminaViewer.get<{ code: string }>(`/county-reports/${id}/paper`)
  expect([status, body.code]).toEqual([409, 'county_report.altered'])
})

test('the tables of the paper hold every figure, add up, and leave out what nobody knows', async () => {
  const sides = (await world.people.aminaViewer.get<SideBySide>('/dashboard/GOVT/sides')).body
  const tablesOf = (of: SideBySide) => countyReportSections('en', of).flatMap((each) => ('rows' in each ? [each] : []))
  const tables = tablesOf(sides)
  expect(tables.map(({ rows }) => rows.length)).toEqual([sides.counties.length, sides.societies.length + 1])
  for (const { columns, rows } of tables) for (const row of rows) expect(row).toHaveLength(columns.length)
  const [, societies] = tables
  const place = societies?.columns.indexOf('Farmers') ?? -1
  const farmers = societies?.rows.map((row) => Number(row[place]?.replaceAll(',', ''))) ?? []
  expect(farmers.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(farmers.at(-1))
  const unknown = <Row extends object>(row: Row) => ({ ...row, owed: null, score: null })
  const without = { ...sides, counties: sides.counties.map(unknown), societies: sides.societies.map(unknown) }
  for (const { columns, rows } of tablesOf(without)) {
    expect(columns).not.toContain('Owed, KES')
    expect(rows[0]?.at(-1)).toBe('–')
  }
})
