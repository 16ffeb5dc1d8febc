import type { AccountName } from '#server/ledger/accounts.ts'
import { examples, postings } from '#server/postings.ts'
import { code, table } from './markdown.ts'

const partyOf = new Map(Object.entries(examples).map(([name, id]) => [id as string, name]))

const accountText = ({ kind, organisationId, subjectId, season }: AccountName): string => {
  const [owner, subject] = [partyOf.get(organisationId) ?? '', partyOf.get(subjectId) ?? '']
  return [`${code(kind)} of the ${owner}`, subject === owner ? '' : `for the ${subject}`, season ? 'in the season' : '']
    .filter(Boolean)
    .join(' ')
}
const currencyOf = ({ currency = 'KES' }: AccountName): string => currency
/** The reference without the id of the record. */
const shapeOf = (reference: string): string =>
  reference
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
    .replace(/\d{14}/, '<number>')
    .replace(/\d{4}\/\d{4}/, '<season>')

/** Every event of money with its movements, as the functions make them that the program posts by. */
export const postingsPage = (): string => `# Postings

Every event that moves money in the ledger. A movement takes one amount from the credited account to the debited one, under one reference for ever;
what was posted is never changed. Accounts of dollars and of shillings meet only in ${code('position')}, the bank's own. The business date is the day in
Nairobi on which it happens; of a line of the bank it is the bank's.

${table(
  ['Event', 'When', 'Debited', 'Credited', 'Currency', 'Reference'],
  postings.flatMap(({ event, when, movements }) =>
    movements.map(({ debit, credit, reference }, at) => [
      at === 0 ? event : '',
      at === 0 ? when : '',
      accountText(debit),
      accountText(credit),
      currencyOf(debit),
      code(shapeOf(reference)),
    ]),
  ),
)}`
