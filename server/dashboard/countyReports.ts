import {
  countyReportList,
  countyReports,
  reportReference,
  type CheckedReport,
  type CountyReport,
  type Occasion,
} from '#contract/dashboard/countyReports.ts'
import { SideBySide } from '#contract/dashboard/sideBySide.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { seesLoans } from '#contract/loans/loanRequests.ts'
import { writeAudit, type By } from '#server/kit/audit/audit.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { newId, randomLetters } from '#server/kit/ids.ts'
import { fingerprintOver, readByCode } from '#server/kit/paper/checkedPaper.ts'
import { addressOfCode, codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import { printedFormats } from '#server/kit/paper/printed.ts'
import { signPaper } from '#server/kit/paper/signPaper.ts'
import { knownCertificates, signingCertificate } from '#server/kit/paper/signingCertificate.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { organisationInPath, scopeOf } from '#server/kit/scope.ts'
import { done, serve, streamReply, type Call } from '#server/kit/web/serve.ts'
import { writeCountyReport } from './countyReportPdf.ts'
import { sideBySide, togetherOf } from './sideBySide.ts'

/** What the code of a report is written for. */
export const countyReportPaper: PaperKind = { name: 'county report', reference: reportReference }
export const countyReportKind = 'county_report'

type Figures = Omit<SideBySide['societies'][number], 'organisationCode' | 'organisationName' | 'county'>
const figuresOf = (row: Figures) => [
  row.farmers,
  row.verified,
  row.checked,
  row.delivered,
  row.kilograms,
  row.beforeKg,
  row.score,
  row.owed,
]

/** Of every figure in its order: what was altered has another one. */
function fingerprintOf({ season, today, counties, societies }: SideBySide): string {
  const lines = [
    ...counties.map((county) => [county.id, county.societies, ...figuresOf(county)].join(' ')),
    ...societies.map((society) => [society.organisationCode, ...figuresOf(society)].join(' ')),
  ]
  return fingerprintOver([`${season} ${today}`, ...lines])
}

type NewReport = { organisationId: string; occasion: Occasion; dueOn: string; figures: SideBySide; by: By }

/** Keeps a report with its line in the trail. Answers its id, or undefined where the one of the schedule is there already. */
export async function keepReport(
  tx: Tx,
  { organisationId, occasion, dueOn, figures, by }: NewReport,
): Promise<{ id: string; reference: string } | undefined> {
  const reference = `CR${randomLetters(8)}`
  const fingerprint = fingerprintOf(figures)
  const [kept] = await rows(
    tx,
    sql<{
      id: string
    }>`insert into county_reports (id, organisation_id, reference, occasion, due_on, figures, fingerprint, made_by, made_at)
      values (${newId()}, ${organisationId}, ${reference}, ${occasion}, ${dueOn}, ${JSON.stringify(figures)}, ${fingerprint},
        ${'userId' in by ? by.userId : null}, ${now()})
      on conflict (organisation_id, occasion, due_on) where occasion <> 'REQUEST' do nothing returning id`,
  )
  if (!kept) return undefined
  await writeAudit(tx, {
    by,
    organisationId,
    kind: countyReportKind,
    recordId: kept.id,
    title: reference,
    action: 'report',
    comment: fingerprint,
  })
  return { id: kept.id, reference }
}

type Stored = Pick<CountyReport, 'id' | 'reference' | 'occasion' | 'fingerprint'> & {
  figures: unknown
  madeBy: string | null
  madeAt: Date
  organisationName: string
}

const from = sql`county_reports t join organisations o on o.id = t.organisation_id left join users u on u.id = t.made_by`
const select = sql<Stored>`t.id, t.reference, t.occasion, t.figures, t.fingerprint, u.full_name as "madeBy", t.made_at as "madeAt", o.name as "organisationName"`

const source = (actor: Actor): ListSource<Stored> => ({
  base: sql`county_reports t`,
  from,
  select,
  // Who sees everybody's records has reports of its own all the same.
  where: [sql`t.organisation_id = ${actor.organisationId}`],
  columns: { asOf: sql`t.made_at`, occasion: sql`t.occasion` },
  search: sql<string>`t.reference`,
})

const shape = ({ figures: kept, madeBy, madeAt, ...stored }: Stored): CountyReport & { organisationName: string } => {
  const figures = SideBySide.parse(kept)
  const { farmers, kilograms } = togetherOf(figures.societies)
  return {
    ...stored,
    asOf: figures.today,
    season: figures.season,
    counties: figures.counties.length,
    societies: figures.societies.length,
    farmers,
    kilograms,
    madeBy: madeBy ?? '',
    madeAt: madeAt.toISOString(),
  }
}
const row = (stored: Stored): CountyReport => {
  const { organisationName: _, ...report } = shape(stored)
  return report
}

const findReport = async (tx: Tx, actor: Actor, id: string): Promise<Stored> => {
  const [found] = await rows(
    tx,
    sql<Stored>`select ${select} from ${from} where t.id = ${id} and t.organisation_id = ${actor.organisationId}`,
  )
  if (!found) throw new Refused('record.not_found')
  return found
}

async function makeReport({ tx, actor }: Call<typeof countyReports.make>) {
  const organisation = await organisationInPath(tx, actor, {})
  const figures = await sideBySide(tx, { organisation, seesMoney: seesLoans(actor) })
  const made = { organisationId: actor.organisationId, occasion: 'REQUEST', dueOn: businessDate(), figures } as const
  const kept = await keepReport(tx, { ...made, by: actor })
  if (!kept) throw new Error('a report on request is always kept')
  return done('The report is made', row(await findReport(tx, actor, kept.id)))
}

async function printReport({ tx, actor, params, query: { language }, house }: Call<typeof countyReports.paper>) {
  const { id, reference, occasion, fingerprint, organisationName, ...stored } = await findReport(tx, actor, params.id)
  const figures = SideBySide.parse(stored.figures)
  // Nobody may print under our name what was altered behind the program.
  if (fingerprintOf(figures) !== fingerprint) throw new Refused('county_report.altered')
  const code = codeOfPaper(house, countyReportPaper, reference)
  const printed = `${actor.fullName}, ${actor.organisationName}, ${printedFormats(language).moment(now())}`
  return streamReply({
    type: 'application/pdf',
    name: `${reference}_${figures.today}.pdf`,
    before: async ({ db }) => {
      await signingCertificate(house)
      await db.transaction(scopeOf(actor), (trail) =>
        writeAudit(trail, {
          by: actor,
          organisationId: actor.organisationId,
          kind: countyReportKind,
          recordId: id,
          title: reference,
          action: 'print',
          comment: fingerprint,
        }),
      )
    },
    produce: async function* () {
      const certificate = await signingCertificate(house)
      const paper = writeCountyReport({
        language,
        figures,
        occasion,
        organisationName,
        reference,
        fingerprint,
        code,
        address: addressOfCode(house, 'check', code),
        printed,
        certificate: certificate.fingerprint,
      })
      yield await signPaper(paper, certificate)
    },
  })
}

async function checkReport(tx: Tx, reference: string): Promise<Omit<CheckedReport, 'certificates'>> {
  const [found] = await rows(tx, sql<Stored>`select ${select} from ${from} where t.reference = ${reference}`)
  if (!found) throw new Refused('county_report.unknown')
  const { organisationName, asOf, societies, farmers, kilograms, madeAt, fingerprint } = shape(found)
  return { reference, organisationName, asOf, societies, farmers, kilograms, madeAt, fingerprint }
}

const { check, ...ofOrganisation } = countyReports

export const countyReportRoutes = [
  ...serve(ofOrganisation, {
    list: ({ tx, actor, query }) =>
      listPage({ tx, actor, screen: countyReportList, query, source: source(actor), shape: row }),
    make: makeReport,
    paper: printReport,
  }),
  ...serve(
    { check },
    {
      check: async ({ house, params }) => {
        const report = await readByCode({
          house,
          kind: countyReportPaper,
          code: params.code,
          unknown: 'county_report.unknown',
          read: checkReport,
        })
        return { ...report, certificates: await knownCertificates(house) }
      },
    },
    { transactions: 'own' },
  ),
]
