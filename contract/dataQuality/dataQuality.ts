import { z } from 'zod'
import { keysOf } from '#contract/kit/keysOf.ts'
import { endpoint, Id, organisationIdParam, plainAnswer } from '#contract/kit/endpoint.ts'
import { answersList, listScreen, type ListColumn, type ListScreen } from '#contract/kit/listScreen.ts'
import { lifeStates } from '#contract/farmers/lifeStates.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** Findings that belong together, in the order in which they are shown. */
export const findingGroups = ['elsewhere', 'money', 'missing', 'plausible'] as const

type Finding = {
  title: string
  group: (typeof findingGroups)[number]
  /** What is found, and what to do about it. */
  help: string
  /** How much one farmer in a hundred with it takes from the score, against the other kinds. */
  weight: number
  /** The value of the farmer that is in question; none where something is missing. */
  value?: 'ID number' | 'Mobile number' | 'Account number'
  /** The number that belongs to it. */
  measure?: 'Members who share it' | 'Age' | 'Kilograms per tree'
}

/** What can be wrong with the data of a farmer who is approved and neither deceased nor transferred. */
export const findings = {
  id_elsewhere: {
    title: 'ID also in another society',
    group: 'elsewhere',
    help: 'Another society has registered the same ID. Ask the member which society it shall be, then suspend or transfer.',
    weight: 3,
    value: 'ID number',
  },
  phone_shared: {
    title: 'One phone for many members',
    group: 'elsewhere',
    help: 'More members than the setting allows share a phone. Ask each for their own and request a change.',
    weight: 2,
    value: 'Mobile number',
    measure: 'Members who share it',
  },
  phone_elsewhere: {
    title: 'Phone also in another society',
    group: 'elsewhere',
    help: 'A member of another society has the same phone. Ask whose it is and request a change.',
    weight: 1,
    value: 'Mobile number',
  },
  account_shared: {
    title: 'One account for many members',
    group: 'money',
    help: 'More members than the setting allows are paid to one account. Check each with the member before the next payment.',
    weight: 3,
    value: 'Account number',
    measure: 'Members who share it',
  },
  account_elsewhere: {
    title: 'Account also in another society',
    group: 'money',
    help: 'A member of another society is paid to the same account. Check it with the member before the next payment.',
    weight: 3,
    value: 'Account number',
  },
  account_unverified: {
    title: 'Account not verified',
    group: 'money',
    help: 'The bank has not confirmed the account. Correct its number, or ask the bank again from the farmer page.',
    weight: 3,
    value: 'Account number',
  },
  account_name_differs: {
    title: 'Account in another name',
    group: 'money',
    help: 'The bank knows the account under another name. See the ID and the bank card, then request a change.',
    weight: 3,
    value: 'Account number',
  },
  kra_missing: {
    title: 'No KRA PIN',
    group: 'missing',
    help: 'The tax number is missing. Ask the member for the certificate and request a change.',
    weight: 1,
  },
  birth_missing: {
    title: 'No year of birth',
    group: 'missing',
    help: 'The year of birth is missing. Read it from the ID and request a change.',
    weight: 1,
  },
  trees_missing: {
    title: 'No number of trees',
    group: 'missing',
    help: 'Without the number of trees nobody can tell whether a delivery is plausible. Count them and request a change.',
    weight: 1,
  },
  plot_missing: {
    title: 'No plot',
    group: 'missing',
    help: 'No plot is verified or waits to be. Map it from the farmer page: buyers in the EU ask where coffee grew.',
    weight: 1,
  },
  minor: {
    title: 'Younger than 18',
    group: 'plausible',
    help: 'A member must be of age. Check the year of birth against the ID and request a change.',
    weight: 2,
    measure: 'Age',
  },
  kilograms_per_tree: {
    title: 'More cherry than the trees bear',
    group: 'plausible',
    help: 'Approved kilograms of this season per tree are above the setting. Check the trees, the scale and the receipts.',
    weight: 3,
    measure: 'Kilograms per tree',
  },
} as const satisfies Record<string, Finding>

export type FindingKind = keyof typeof findings
export const findingKinds = keysOf(findings)
export type FindingCounts = Partial<Record<FindingKind, number>>

/** A finding as everybody reads it, whether or not its kind has a value and a measure. */
export const findingOf = (kind: FindingKind): Finding => findings[kind]

/** Share of the farmers that a number of them is, from 0 to 1. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/**
 * The score of a register: 100 less the shares of farmers with each finding, in percent, averaged by the weights of the
 * kinds; one decimal. None where there is no farmer to look at.
 */
export function qualityScore(counts: FindingCounts, checked: number): number | null {
  if (checked === 0) return null
  let lost = 0
  let weights = 0
  for (const kind of findingKinds) {
    const { weight } = findings[kind]
    weights += weight
    lost += weight * Math.min(1, shareOf(counts[kind] ?? 0, checked))
  }
  // A register with any finding is not perfect, however large it is.
  const score = Math.round(1000 * (1 - lost / weights)) / 10
  return lost > 0 ? Math.min(99.9, score) : score
}

/** Persons below this age are no members. Source: Co-operative Societies Act, membership. */
export const ageOfMembers = 18

export const FindingCount = z.object({
  kind: z.enum(findingKinds),
  farmers: z.number().int(),
  share: z.number().describe('Of the farmers that were looked at, from 0 to 1'),
})

/** How the data of one society stands, or of all in reach together. */
export const QualityReport = z.object({
  organisation: z.object({ id: Id, organisationCode: z.string(), organisationName: z.string() }).nullable(),
  asOf: z.iso.datetime({ offset: true }).nullable().describe('The oldest count in it; null before the first one'),
  checked: z.number().int().describe('Farmers whose data were looked at'),
  score: z.number().nullable(),
  findings: z.array(FindingCount),
  limits: z.object({ sharedBy: z.number().int(), kilogramsPerTree: z.number() }),
})
export type QualityReport = z.output<typeof QualityReport>

const countOfKinds = Object.fromEntries(findingKinds.map((kind) => [kind, z.number().int()])) as Record<
  FindingKind,
  z.ZodNumber
> // border: made from the keys

/** A society with its score and how many of its farmers have each finding. */
export const SocietyQuality = z.object({
  id: Id,
  organisationName: z.string(),
  organisationCode: z.string(),
  county: z.string(),
  checked: z.number().int(),
  score: z.number().nullable(),
  asOf: z.iso.datetime({ offset: true }).nullable(),
  ...countOfKinds,
})
export type SocietyQuality = z.output<typeof SocietyQuality>

export const societyQualityList = listScreen({
  name: 'data-quality-societies',
  title: 'Data quality of societies',
  row: SocietyQuality,
  columns: [
    { key: 'organisationName', title: 'Society', as: 'name', sort: true, card: 'title' },
    { key: 'organisationCode', title: 'Organisation code', as: 'code', sort: true },
    { key: 'county', title: 'County', as: 'text', hidden: true },
    { key: 'checked', title: 'No. of farmers', as: 'number', sort: true },
    { key: 'score', title: 'Score', as: 'number', sort: true, card: 'value' },
    ...findingKinds.map((kind): ListColumn<FindingKind> => ({
      key: kind,
      title: findings[kind].title,
      as: 'number',
      sort: true,
      ...(kind === 'id_elsewhere' || kind === 'account_shared' || kind === 'account_unverified'
        ? {}
        : { hidden: true }),
    })),
    { key: 'asOf', title: 'As of', as: 'time', hidden: true },
  ],
  searchIn: 'Organisation name or code',
  sort: { key: 'score', direction: 'asc' },
  pageSize: 10,
})

/** A farmer with a finding. The value in question is masked for readers without CAN_VIEW_PERSONAL_DATA. */
export const FarmerWithFinding = z.object({
  id: Id,
  memberNumber: z.string(),
  fullName: z.string(),
  organisationName: z.string(),
  growerCode: z.string(),
  value: z.string().describe('The ID, phone or account in question; empty where something is missing'),
  measure: z.number().nullable().describe('Members who share it, years of age, or kilograms per tree'),
  institutionName: z.string(),
  lifeState: z.enum(lifeStates),
})
export type FarmerWithFinding = z.output<typeof FarmerWithFinding>

export const farmerFindingList = listScreen({
  name: 'data-quality-farmers',
  title: 'Farmers to look at',
  row: FarmerWithFinding,
  columns: [
    { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
    { key: 'fullName', title: 'Name', as: 'name', sort: true, card: 'title' },
    { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
    { key: 'growerCode', title: 'Grower code', as: 'code', hidden: true },
    { key: 'value', title: 'Value in question', as: 'code', sort: true, personal: true, card: 'value' },
    { key: 'measure', title: 'How many or how much', as: 'number', sort: true },
    { key: 'institutionName', title: 'Paid through', as: 'text', hidden: true },
    { key: 'lifeState', title: 'Life state', as: 'text', hidden: true },
  ],
  searchIn: 'Name, ID, mobile or member number',
  sort: { key: 'memberNumber', direction: 'asc' },
  pageSize: 10,
})

/** The work list of one kind: the columns that the kind has, in its own words. */
export function workListOf(kind: FindingKind): ListScreen {
  const { value, measure } = findingOf(kind)
  const titles: Readonly<Record<string, string | undefined>> = { value, measure }
  return {
    ...farmerFindingList,
    columns: farmerFindingList.columns.flatMap((column) => {
      if (!(column.key in titles)) return [column]
      const title = titles[column.key]
      if (!title) return []
      // On the card of a phone the number says what is wrong where there is no value.
      return [value ? { ...column, title } : { ...column, title, card: 'value' as const }]
    }),
  }
}

const read = { method: 'GET', allow: readsFarmers } as const

/** The quality of the data of farmers. Who names the own organisation and sees all of them reads all together. */
export const dataQuality = {
  report: endpoint({
    ...read,
    path: '/farmers/quality/:organisationId',
    reports: true,
    summary: 'Score of the data of a society, with the number of farmers for each finding',
    params: organisationIdParam,
    answer: QualityReport,
  }),
  societies: endpoint({
    ...read,
    path: '/farmers/quality/:organisationId/societies',
    reports: true,
    summary: 'Societies in reach with their scores',
    params: organisationIdParam,
    ...answersList(SocietyQuality),
  }),
  farmers: endpoint({
    ...read,
    path: '/farmers/quality/:organisationId/farmers/:finding',
    summary: 'Farmers with one finding',
    params: organisationIdParam.extend({ finding: z.enum(findingKinds) }),
    ...answersList(FarmerWithFinding),
  }),
  recount: endpoint({
    method: 'POST',
    allow: readsFarmers,
    path: '/farmers/quality/:organisationId/recount',
    summary: 'Asks that the figures be counted again now; reports show a later time when they are',
    params: organisationIdParam,
    answer: plainAnswer,
  }),
}
