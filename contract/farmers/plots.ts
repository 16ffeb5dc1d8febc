import { z } from 'zod'
import { oneLine } from '#contract/kit/oneLine.ts'
import { actionAnswer, Decided, endpoint, Id, idParam, organisationIdParam } from '#contract/kit/endpoint.ts'
import { choiceFilter } from '#contract/kit/listScreen.ts'
import { record } from '#contract/kit/record.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { readsFarmers } from '#contract/house/permissions.ts'

/** What a check of the forest cover before and after 31 December 2020 found. Source: Regulation (EU) 2023/1115. */
export const screenings = {
  NOT_SCREENED: 'Not screened',
  NO_LOSS: 'No forest loss',
  POSSIBLE_LOSS: 'Possible forest loss',
} as const
const screening = z.enum(Object.keys(screenings) as [keyof typeof screenings])

const decides = {
  allow: 'CAN_APPROVE_FARMERS',
  organisationTypes: ['FARMER_SOCIETY'],
  who: 'other',
  bulk: true,
} as const

/** The life of a plot: measured by one person, verified by another; whoever doubts a verified one sends it back to be looked at again. */
export const plotFlow = workflow({
  kind: 'farm_plot',
  record: 'plot',
  initial: ['DRAFT'],
  states: {
    DRAFT: { id: 230, name: 'DRAFT', label: 'To verify', tone: 'waiting' },
    VERIFIED: { id: 231, name: 'VERIFIED', label: 'Verified', tone: 'good' },
    REJECTED: { id: 2, name: 'REJECTED', label: 'Declined', tone: 'bad' },
    WITHDRAWN: { id: 222, name: 'WITHDRAWN', label: 'Withdrawn', tone: 'neutral' },
  },
  steps: {
    verify: {
      ...decides,
      label: 'Verify',
      from: ['DRAFT'],
      to: ['VERIFIED'],
      tone: 'main',
      comment: 'optional',
      undo: true,
    },
    reject: { ...decides, label: 'Decline', from: ['DRAFT'], to: ['REJECTED'], tone: 'danger', comment: 'required' },
    reopen: {
      label: 'Verify again',
      from: ['VERIFIED'],
      to: ['DRAFT'],
      allow: 'CAN_UPLOAD_FARMERS',
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'anyone',
      comment: 'required',
      tone: 'plain',
    },
    withdraw: {
      label: 'Withdraw',
      from: ['DRAFT'],
      to: ['WITHDRAWN'],
      allow: 'CAN_UPLOAD_FARMERS',
      who: 'maker',
      tone: 'plain',
    },
  },
})

const position = z.tuple([z.number(), z.number()]).readonly()
/** Where a plot is: GeoJSON, WGS84, longitude before latitude. */
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('Polygon'), coordinates: z.tuple([z.array(position).readonly()]).readonly() }),
])

const Note = z.object({ code: z.string(), message: z.string() })

export const Plot = z
  .object({
    id: Id,
    name: z.string(),
    growerId: Id.describe('The farmer'),
    fullName: z.string(),
    memberNumber: z.string(),
    organisationName: z.string(),
    organisationCode: z.string(),
    geometry: Geometry,
    shape: z.enum(['Point', 'Polygon']),
    areaHa: z.number(),
    source: z.string(),
    capturedAt: z.string().nullable(),
    capturedBy: z.string(),
    accuracyM: z.number().nullable(),
    notes: z.array(Note),
    risks: z.number().int(),
    screening,
    screeningReference: z.string(),
    approverComment: z.string().nullable(),
  })
  .extend(Decided.shape)
export type Plot = z.output<typeof Plot>

/** Land of another member that a plot lies on. */
export const NeighbourPlot = Plot.pick({ id: true, name: true, memberNumber: true, geometry: true })
export type NeighbourPlot = z.output<typeof NeighbourPlot>

/** How much of a farmer's land is known, and what does not fit. */
export const FarmerPlots = z.object({
  plots: z.array(Plot),
  declaredHa: z.number().describe('The acreage of the register in hectares'),
  mappedHa: z.number().describe('The area of the plots that were not rejected'),
  warnings: z.array(Note),
})
export type FarmerPlots = z.output<typeof FarmerPlots>

/** The declared acreage and the plots may differ by so much before it is pointed out. */
export const areaTolerance = 0.25

const details = {
  source: z.string().trim().max(60).optional(),
  capturedAt: z.iso.date().optional(),
  capturedBy: z.string().trim().max(100).optional(),
  accuracyM: z.number().min(0).max(10_000).optional(),
  screening: screening.optional(),
  screeningReference: oneLine(100).optional(),
}

/** What one file held: every feature is new, known already, or left with its problem. */
export const PlotImport = z.object({
  read: z.number().int(),
  accepted: z.number().int(),
  known: z.number().int().describe('Plots that were there already'),
  failed: z.number().int(),
  problems: z.array(z.object({ feature: z.number().int(), memberNumber: z.string(), message: z.string() })),
})
export type PlotImport = z.output<typeof PlotImport>

export const plot = record({
  flow: plotFlow,
  row: Plot,
  reads: readsFarmers,
  headline: ({ fullName, memberNumber, name, areaHa }) => ({
    says: 'verifyPlot',
    name: fullName,
    at: name,
    member: memberNumber,
    hectares: areaHa,
  }),
  list: {
    name: 'plots',
    title: 'Plots',
    columns: [
      { key: 'fullName', title: 'Farmer', as: 'name', card: 'title', sort: true },
      { key: 'memberNumber', title: 'Member number', as: 'code', sort: true },
      { key: 'name', title: 'Plot', as: 'text' },
      { key: 'areaHa', title: 'Hectares', as: 'number', sort: true, card: 'value' },
      { key: 'shape', title: 'Measured as', as: 'text', hidden: true },
      { key: 'risks', title: 'Warnings', as: 'number' },
      { key: 'screening', title: 'Forest screening', as: 'text', hidden: true },
      { key: 'source', title: 'Source', as: 'text', hidden: true },
      { key: 'organisationName', title: 'Society', as: 'text', hidden: 'own' },
      { key: 'createdBy', title: 'Entered by', as: 'text', hidden: true },
      { key: 'created', title: 'Entered on', as: 'time', sort: true, hidden: true },
      { key: 'status', title: 'Status', as: 'status' },
    ],
    searchIn: 'Name or member number',
    filters: [
      choiceFilter('shape', 'Measured as', { Point: 'Point', Polygon: 'Outline' }),
      choiceFilter('screening', 'Forest screening', screenings),
    ],
    sort: { key: 'memberNumber', direction: 'asc' },
    pageSize: 10,
  },
  paths: {
    lists: { list: { path: '/plots/:organisationId', summary: 'Plots of a society' } },
    one: '/plot/:id',
    many: {
      path: '/plots/decide',
      steps: ['verify', 'reject', 'reopen', 'withdraw'],
      summary: 'Verify, reject or withdraw plots; each has its own outcome',
      errors: ['plot.has_warnings'],
    },
  },
  calls: {
    ofFarmer: endpoint({
      method: 'GET',
      path: '/farmer/:id/plots',
      allow: readsFarmers,
      summary: 'Plots of a farmer',
      params: idParam,
      answer: FarmerPlots,
      errors: ['record.not_found'],
    }),
    create: endpoint({
      method: 'POST',
      path: '/farmer/:id/plots',
      allow: 'CAN_UPLOAD_FARMERS',
      summary: 'Enter a plot of a farmer; another person verifies it',
      params: idParam,
      body: z.object({
        name: z.string().trim().min(1).max(60),
        geometry: z
          .string()
          .max(200_000)
          .describe('A GeoJSON geometry as text, so that the decimals of its coordinates can be counted'),
        areaHa: z.number().positive().max(5_000).optional().describe('For a point: the area it stands for'),
        ...details,
      }),
      answer: actionAnswer(Plot),
      errors: ['record.not_found', 'farmer.not_approved', 'input.invalid', 'plot.known'],
    }),
    neighbours: endpoint({
      method: 'GET',
      path: '/plot/:id/neighbours',
      allow: readsFarmers,
      summary: 'Plots of other members of the society that a plot lies on, to be drawn with it',
      params: idParam,
      answer: z.array(NeighbourPlot),
      errors: ['record.not_found'],
    }),
    import: endpoint({
      method: 'POST',
      path: '/plots/import/:organisationId',
      allow: 'CAN_UPLOAD_FARMERS',
      summary: 'Import plots from a GeoJSON FeatureCollection or a CSV file; what is wrong is left out and named',
      params: organisationIdParam,
      body: z.object({
        fileName: z.string().min(1).max(200),
        text: z.string().max(40_000_000).describe('The file as it is'),
      }),
      // A file of the whole length, each of whose quotes takes a second character.
      longestBody: 80_000_000,
      answer: actionAnswer(PlotImport),
      errors: ['record.not_found', 'plot.file_unreadable'],
    }),
    export: endpoint({
      method: 'GET',
      path: '/plots/export/:organisationId',
      allow: readsFarmers,
      summary: 'Verified plots as a GeoJSON FeatureCollection for due diligence statements; audited as personal data',
      params: organisationIdParam,
      answer: { binary: 'any' },
    }),
  },
})
