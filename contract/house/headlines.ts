import { z } from 'zod'

/** Every sentence that a decision can be headed with. Each has its words in both languages. */
const headlineNames = [
  'registerFarmers',
  'registerCompanies',
  'registerFarmer',
  'changeDetails',
  'setLifeState',
  'verifyPlot',
  'bookDelivery',
  'correctDelivery',
  'bookDeliveries',
  'openFactory',
  'closeFactory',
  'changeFactory',
  'raiseLimits',
  'setRate',
  'convertAt',
  'setFloor',
  'paySchedule',
  'retryPayment',
  'releaseRtgs',
  'deduct',
  'addPremium',
  'endDeduction',
  'reopenSeason',
  'retain',
  'sweep',
  'convert',
  'openAccount',
  'changeAccount',
  'confirmParchment',
  'agreeLot',
  'removeLot',
  'receiveDispatch',
  'deleteDispatch',
  'receiveCoffee',
  'removeDispatch',
  'lend',
  'resolveException',
  'importStatement',
  'resolvePayout',
  'inviteUser',
  'changeRole',
  'resetPassword',
  'resetSecondFactor',
  'letInAgain',
  'changeUser',
  'addEntry',
  'changeEntry',
  'approveRecord',
] as const
export type HeadlineName = (typeof headlineNames)[number]

/** What a decision does, as the values of one sentence. What many decisions do together is summed from the same values. */
export const Headline = z.object({
  says: z.enum(headlineNames),
  name: z.string().optional().describe('Whom or what it is about'),
  what: z.string().optional().describe('A declared text, such as a role or a way, which is said in both languages'),
  at: z.string().optional().describe('Organisation'),
  member: z
    .string()
    .optional()
    .describe('The member it is about, by number, so that many decisions count their members'),
  count: z.number().int().optional().describe('Records that come of it'),
  leftOut: z.number().int().optional().describe('Rows of the file of which no record comes'),
  kilograms: z.number().optional(),
  hectares: z.number().optional(),
  amount: z.number().optional().describe('KES'),
  dollars: z.number().optional().describe('USD'),
  rate: z.number().optional().describe('KES per kilogram, or per dollar'),
})
export type Headline = z.output<typeof Headline>
