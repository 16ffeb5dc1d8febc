import { factoryDays, type FactoryDay } from '#contract/deliveries/factoryDay.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { counted } from '#contract/kit/counted.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { PrintLanguage } from '#server/kit/paper/printed.ts'
import { printedFormats } from '#server/kit/paper/printed.ts'
import { writePdfTable } from '#server/kit/paper/pdfTable.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve, streamReply } from '#server/kit/web/serve.ts'

type Day = { factoryId: string; deliveredOn: string }

/** What of a day stands in the weighing book: weighed once, and not declined. */
const weighed = (actor: Actor, { factoryId, deliveredOn }: Day) =>
  sql`t.organisation_id = ${actor.organisationId} and t.delivered_on = ${deliveredOn} and t.factory_id = ${factoryId}
    and t.type = 'DELIVERY' and t.status <> 'DECLINED'`

async function readDay(tx: Tx, actor: Actor, day: Day): Promise<FactoryDay> {
  const [factory] = await rows(
    tx,
    sql<{
      name: string
    }>`select name from factories where id = ${day.factoryId} and organisation_id = ${actor.organisationId}`,
  )
  if (!factory) throw new Refused('record.not_found')
  const sum = await one(
    tx,
    sql<{ kilograms: string; deliveries: number; members: number }>`
      select coalesce(sum(t.kilograms), 0) as kilograms, count(*)::int as deliveries, count(distinct t.farmer_id)::int as members
      from cherry_deliveries t where ${weighed(actor, day)}`,
  )
  return { factoryName: factory.name, ...sum, kilograms: Number(sum.kilograms) }
}

type Line = { receipt: string; member: string; name: string; kilograms: string; status: string; by: string }

const readLines = (tx: Tx, actor: Actor, day: Day) =>
  rows(
    tx,
    sql<Line>`select t.receipt_number as receipt, f.member_number as member, f.full_name as name, t.kilograms, t.status, u.full_name as by
      from cherry_deliveries t join farmers f on f.id = t.farmer_id join users u on u.id = t.made_by
      where ${weighed(actor, day)} order by t.receipt_number = '', t.receipt_number, t.id`,
  )

const words = {
  en: {
    title: (factory: string, day: string) => `Weighing sheet: ${factory}, ${day}`,
    columns: ['Receipt number', 'Member number', 'Name', 'Weight (kg)', 'Status', 'Entered by'],
    states: { APPROVED: 'Approved', PENDING_APPROVAL: 'Awaiting checker' } as Readonly<Record<string, string>>,
    total: (deliveries: number, members: number) =>
      `Total: ${deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`} of ${counted(members, 'member')}`,
    book: 'Weighing book',
    difference: 'Difference',
  },
  sw: {
    title: (factory: string, day: string) => `Karatasi ya mizani: ${factory}, ${day}`,
    columns: ['Namba ya risiti', 'Namba ya mwanachama', 'Jina', 'Uzito (kg)', 'Hali', 'Aliyeingiza'],
    states: { APPROVED: 'Imeidhinishwa', PENDING_APPROVAL: 'Inasubiri mkaguzi' } as Readonly<Record<string, string>>,
    total: (deliveries: number, members: number) => `Jumla: uwasilishaji ${deliveries} wa wanachama ${members}`,
    book: 'Daftari la mizani',
    difference: 'Tofauti',
  },
} satisfies Record<PrintLanguage, object>

/** The rows of the sheet: the deliveries, their total, and beneath it what the book says. */
async function* sheetRows(
  lines: readonly Line[],
  { kilograms, deliveries, members }: FactoryDay,
  { language, expectedKg }: { language: PrintLanguage; expectedKg: number | undefined },
): AsyncIterable<unknown[]> {
  const text = words[language]
  for (const { receipt, member, name, kilograms: weight, status, by } of lines)
    yield [receipt, member, name, Number(weight), text.states[status] ?? status, by]
  yield ['', '', text.total(deliveries, members), kilograms, '', '']
  if (expectedKg === undefined) return
  yield ['', '', text.book, expectedKg, '', '']
  // Weights have three decimals at most: what is left of them is no difference.
  yield ['', '', text.difference, Math.round((kilograms - expectedKg) * 1000) / 1000, '', '']
}

export const factoryDayRoutes = serve(factoryDays, {
  day: ({ tx, actor, query }) => readDay(tx, actor, query),
  sheet: async ({ tx, actor, query }) => {
    const { language, expectedKg, deliveredOn } = query
    const day = await readDay(tx, actor, query)
    const lines = await readLines(tx, actor, query)
    const text = words[language]
    const title = text.title(day.factoryName, printedFormats(language).day(deliveredOn))
    const trailTitle = words.en.title(day.factoryName, printedFormats('en').day(deliveredOn))
    return streamReply({
      type: 'application/pdf',
      name: `factory_day_${deliveredOn}.pdf`,
      before: (house) =>
        auditExport({ house, actor, title: trailTitle, details: ['PDF', counted(lines.length, 'row')] }),
      produce: () =>
        writePdfTable({
          title,
          columns: text.columns.map((column, at) => ({ title: column, kind: at === 3 ? 'number' : 'text' })),
          rows: sheetRows(lines, day, { language, expectedKg }),
          footer: `${actor.fullName}, ${actor.organisationName}`,
        }),
    })
  },
})
