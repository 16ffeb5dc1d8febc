import { z } from 'zod'
import { actionAnswer, endpoint, Id, idParam } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'

/** Why a report was made. */
const occasions = { MONTH: 'Monthly', WEEK: 'Weekly', REQUEST: 'On request' } as const
export type Occasion = keyof typeof occasions
const occasionNames = Object.keys(occasions) as [Occasion, ...Occasion[]] // border: the keys of the list

/** Counties and societies side by side on one day, kept as it was. */
const CountyReport = z.object({
  id: Id,
  reference: z.string(),
  asOf: z.iso.date().describe('Day of the figures'),
  occasion: z.enum(occasionNames).describe('By schedule, or because somebody wanted it now'),
  counties: z.number().int(),
  societies: z.number().int(),
  farmers: z.number().int(),
  kilograms: z.number().describe('Approved in the season up to that day'),
  season: z.string(),
  madeBy: z.string().describe('Empty for the schedule'),
  madeAt: z.iso.datetime({ offset: true }),
  fingerprint: z.string().describe('Of all figures, as it is printed'),
})
export type CountyReport = z.output<typeof CountyReport>

export const countyReportList = listScreen({
  name: 'county-reports',
  title: 'County reports',
  row: CountyReport,
  columns: [
    { key: 'reference', title: 'Report', as: 'name', card: 'title' },
    { key: 'asOf', title: 'Figures of', as: 'date', sort: true },
    { key: 'occasion', title: 'Made', as: 'text' },
    { key: 'season', title: 'Season', as: 'text', hidden: true },
    { key: 'counties', title: 'Counties', as: 'number' },
    { key: 'societies', title: 'Societies', as: 'number' },
    { key: 'farmers', title: 'Farmers', as: 'number' },
    { key: 'kilograms', title: 'Weight (kg)', as: 'weight', card: 'value' },
    { key: 'madeBy', title: 'Requested by', as: 'text', hidden: true },
    { key: 'madeAt', title: 'Made on', as: 'time', hidden: true },
    { key: 'fingerprint', title: 'Fingerprint', as: 'code', hidden: true },
  ],
  searchIn: 'Number of the report',
  filters: [choiceFilter('occasion', 'Made', occasions)],
  sort: { key: 'asOf', direction: 'desc' },
  pageSize: 10,
})

/** What anybody who holds a printed report may learn from its code: nothing that the paper does not show. */
export const CheckedReport = CountyReport.pick({
  reference: true,
  asOf: true,
  societies: true,
  farmers: true,
  kilograms: true,
  madeAt: true,
  fingerprint: true,
}).extend({
  organisationName: z.string(),
  certificates: z.array(z.string()).describe('SHA-256 of what our papers are and were signed with, the latest first'),
})
export type CheckedReport = z.output<typeof CheckedReport>

/** How the number of a report is written; the code of its paper begins with it. */
export const reportReference = /^CR[0-9A-Z]{8}$/

export const countyReports = {
  list: endpoint({
    method: 'GET',
    path: '/county-reports',
    allow: 'CAN_VIEW_FARMERS',
    summary: 'Reports of counties and societies that were made for the own organisation, newest first',
    ...answersList(CountyReport),
  }),
  make: endpoint({
    method: 'POST',
    path: '/county-reports',
    allow: 'CAN_VIEW_FARMERS',
    summary: 'Make a report of this moment: of every society in reach, and for a society of itself',
    answer: actionAnswer(CountyReport),
  }),
  paper: endpoint({
    method: 'GET',
    path: '/county-reports/:id/paper',
    allow: 'CAN_VIEW_FARMERS',
    summary: 'A report as PDF, with a code that anybody can check. Each is written into the trail',
    params: idParam,
    query: z.object({ language: z.enum(['en', 'sw']).default('en') }),
    answer: { binary: 'pdf' },
    errors: ['record.not_found', 'county_report.altered'],
  }),
  check: endpoint({
    method: 'GET',
    path: '/check-report/:code',
    allow: 'anyone',
    summary: 'Whether a printed report of counties and societies is ours, and what it said',
    params: z.object({ code: z.string().min(1).max(60) }),
    answer: CheckedReport,
    errors: ['county_report.unknown'],
  }),
}
