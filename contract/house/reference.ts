import { z } from 'zod'
import { plainNumber } from '#contract/kit/plainNumber.ts'
import { endpoint, Id } from '#contract/kit/endpoint.ts'

const numbered = z.object({ id: z.number().int(), name: z.string() })
const Institution = z.object({
  institutionCode: z.string(),
  institutionName: z.string(),
  institutionType: z.string(),
  pic: z.string(),
})
const Bank = z.object({
  id: z.string(),
  bankName: z.string(),
  bankSwiftCode: z.string(),
  bankCode: z.string(),
  pic: z.string(),
})
const Organisation = z.object({ id: z.string(), organisationCode: z.string(), organisationName: z.string() })
const id = (name: string) => z.object({ [name]: plainNumber(z.number().int()) })
const get = <const Path extends string, Answer extends z.ZodType>(path: Path, summary: string, answer: Answer) =>
  endpoint({ method: 'GET', path, allow: 'signed-in', summary, answer })

/** Reference lists that forms and files need. */
export const reference = {
  counties: get('/farmer/allcounties', 'Counties', z.array(numbered)),
  subCounties: get('/farmer/subcounties', 'All sub-counties', z.array(numbered.extend({ countyId: z.number().int() }))),
  subCountiesOf: endpoint({
    method: 'GET',
    path: '/farmer/allsubcountybycounty/:countyId',
    allow: 'signed-in',
    summary: 'Sub-counties of a county',
    params: id('countyId'),
    answer: z.array(numbered),
  }),
  wardsOf: endpoint({
    method: 'GET',
    path: '/farmer/allwards/:subCountyId',
    allow: 'signed-in',
    summary: 'Wards of a sub-county',
    params: id('subCountyId'),
    answer: z.array(numbered),
  }),
  varieties: get('/farmer/varieties', 'Coffee varieties', z.array(numbered)),
  banks: get('/farmer/banks', 'Banks', z.array(Bank)),
  allBanks: get('/bank', 'Banks, with the code that tells internal from external accounts', z.array(Bank)),
  institutions: get('/farmer/institutions', 'Payment institutions', z.array(Institution)),
  paymentInstitutions: get('/payment/institutions', 'Payment institutions', z.array(Institution)),
  allInstitutions: get('/instution/get', 'Payment institutions', z.array(Institution)),
  societies: get('/organization/get-fcs', 'Farmer societies in reach', z.array(Organisation)),
  template: endpoint({
    method: 'GET',
    path: '/files/downloads',
    allow: 'signed-in',
    summary:
      'A template by its name: farmer, farmercompany, cherrydeliveries, loanlimit, dispatch (of the sale that season and saleNo, or its date, name); or catalogue: the records of the dispatch file id as a catalogue',
    query: z.object({
      filename: z.string().max(60),
      id: Id.optional(),
      season: z.string().max(9).optional(),
      saleNo: plainNumber(z.number().int()).optional(),
      date: z.iso.date().optional(),
    }),
    answer: { binary: 'xlsx' },
    errors: ['record.not_found', 'permission.missing', 'step.wrong_state', 'sale.unknown'],
  }),
}
