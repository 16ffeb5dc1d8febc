import { z } from 'zod'
import { Id, endpoint } from '#contract/kit/endpoint.ts'
import { readsSold } from '#contract/settlement/settlementReaders.ts'
import { pageOfSeason } from './stockQueries.ts'

const charged = () =>
  z.number().nullable().describe('USD of the whole lot; null where it was bulked of several growers')

/** What one grower has of a sold lot. Of a lot that was bulked each grower has a row of its own. */
const SalesStatementRow = z.object({
  id: Id.describe('Of the e-slip'),
  eslipNumber: z.string(),
  saleNumber: z.number().int(),
  season: z.string(),
  lotNumber: z.string(),
  cleanCoffeeOutturn: z.string(),
  parchmentOutturn: z.string(),
  weight: z.number().describe("Kilograms of the grower's part"),
  growerCode: z.string(),
  growerAmount: z.number().describe('USD: what the grower gets'),
  brokerCode: z.string(),
  brokerAmount: charged(),
  buyer: z.object({ organisationName: z.string() }),
  millerCode: z.string(),
  millerAmount: charged(),
  warehouseCode: z.string(),
  warehouseAmount: charged(),
  gross: z.number().describe("USD of the grower's part"),
  net: z.number(),
  totalDeductions: z.number(),
  paymentDate: z.iso.date().nullable().describe('Null until the buyer has paid'),
  dateBought: z.iso.date().describe('The day of the sale'),
})
export type SalesStatementRow = z.output<typeof SalesStatementRow>

export const salesStatements = {
  grower: endpoint({
    method: 'GET',
    path: '/growerstatus/growersalesstatement',
    allow: readsSold,
    summary:
      'What growers had of their sold lots, the latest sale first: a grower reads its own whatever code is asked for, a broker or marketer what it sold',
    query: pageOfSeason.extend({
      sale: z
        .string()
        .regex(/^\d{0,2}$/)
        .default('')
        .describe('Number of the sale'),
    }),
    answer: z.object({ content: z.array(SalesStatementRow), totalPages: z.number().int() }),
  }),
}
