import { z } from 'zod'
import { endpoint, Id, organisationIdParam } from '#contract/kit/endpoint.ts'
import { seasonName } from '#contract/house/seasons.ts'
import { scheduleReads } from '#contract/schedules/scheduleLines.ts'

/** Dollars that became shillings at one deal. */
const Converted = z.object({
  transferId: Id,
  dealCode: z.string(),
  rate: z.number().nullable().describe('Shillings for a dollar'),
  dollars: z.number(),
  shillings: z.number(),
})

/** A payment schedule of the season, as far as it has come. Sums of KES. */
const SeasonSchedule = z.object({
  id: Id,
  cycle: z.number().int(),
  total: z.number(),
  bonus: z.number().describe('Premiums, beside the total'),
  deducted: z.number().describe('For payees of deductions'),
  recovered: z.number().describe('For lenders'),
  paid: z.number().describe('Arrived at members'),
  held: z.number().describe('Held, or refused by the bank'),
  onTheWay: z.number().describe('Neither paid nor refused yet'),
  left: z
    .number()
    .describe(
      'Cents of those whom M-PESA pays in whole shillings, and what it did not carry: it stays on the farmers’ account',
    ),
})

/**
 * Where a society's dollars of a season went. Everything is of the days of the season; what was there before is its opening. Sums of the
 * books are held against the transfers and schedules themselves: a difference is money that one of them does not know.
 */
export const SeasonAccount = z.object({
  season: z.string(),
  organisationName: z.string(),
  organisationCode: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  dollars: z.object({
    opening: z.number(),
    cameIn: z.number(),
    wentOut: z.number().describe('Otherwise than by a conversion'),
    converted: z.number(),
    nonCheckoff: z.number().describe('On the account now'),
    retained: z.number().describe('On the check-off account'),
    farmers: z.number().describe('On the farmers’ dollar account'),
    underWay: z.number().describe('Ordered, not carried out yet'),
    difference: z.number(),
  }),
  conversions: z.array(Converted),
  shillings: z.object({
    opening: z.number(),
    converted: z.number(),
    cameIn: z.number().describe('As shillings'),
    wentOut: z.number().describe('Otherwise than to members, lenders and payees of deductions'),
    paid: z.number().describe('Arrived at members'),
    recovered: z.number().describe('Arrived at lenders'),
    deducted: z.number().describe('Arrived at payees of deductions'),
    held: z.number().describe('Set aside for members, lenders and payees of deductions who are not paid yet'),
    carried: z.number().describe('On the farmers’ shilling account'),
    difference: z.number(),
  }),
  schedules: z.array(SeasonSchedule),
})
export type SeasonAccount = z.output<typeof SeasonAccount>

const query = z.object({
  season: z.string().regex(seasonName).optional().describe('The running one unless given'),
})

export const seasonAccounts = {
  account: endpoint({
    method: 'GET',
    path: '/payment/seasonAccount/:organisationId',
    reports: true,
    allow: scheduleReads,
    summary:
      'Season account of a society: dollars in, retained, converted; shillings paid, recovered, deducted, held, carried',
    params: organisationIdParam,
    query,
    answer: SeasonAccount,
    errors: ['record.not_found'],
  }),
  workbook: endpoint({
    method: 'GET',
    path: '/payment/seasonAccount/:organisationId/workbook',
    allow: scheduleReads,
    summary: 'The season account of a society as a workbook',
    params: organisationIdParam,
    query,
    answer: { binary: 'xlsx' },
    errors: ['record.not_found'],
  }),
}
