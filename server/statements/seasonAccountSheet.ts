import type { Readable } from 'node:stream'
import type { SeasonAccount } from '#contract/statements/seasonAccount.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'

const cents = (amount: number) => Math.round(amount * 100)

/** The season account as a workbook: what it opens with and comes in is positive, what it went to is negative, so that each column adds up to its difference. */
export function writeSeasonAccount({ dollars, shillings, conversions, ...account }: SeasonAccount): Readable {
  const usd = (name: string, amount: number, note = '') => [name, note, cents(amount), null]
  const kes = (name: string, amount: number, note = '') => [name, note, null, cents(amount)]
  return writeTable({
    sheetName: 'Season account',
    columns: [
      { title: `${account.organisationName} ${account.season}`, kind: 'text', width: 44 },
      { title: 'Note', kind: 'text', width: 40 },
      { title: 'USD', kind: 'money', width: 18 },
      { title: 'KES', kind: 'money', width: 18 },
    ],
    rows: [
      usd('Dollars before the season', dollars.opening),
      usd('Dollars that came in', dollars.cameIn),
      usd('Dollars that went out otherwise', -dollars.wentOut),
      ...conversions.map(({ dealCode, rate, ...each }) => [
        'Converted',
        `Deal ${dealCode}, ${rate ?? ''}`,
        -cents(each.dollars),
        cents(each.shillings),
      ]),
      usd('On the non-checkoff account', -dollars.nonCheckoff),
      usd('Retained on the checkoff account', -dollars.retained),
      usd('On the farmers’ dollar account', -dollars.farmers),
      usd('Dollars under way', -dollars.underWay),
      kes('Shillings before the season', shillings.opening),
      kes('Came as shillings', shillings.cameIn),
      kes('Shillings that went out otherwise', -shillings.wentOut),
      kes('Paid to members', -shillings.paid),
      kes('Paid to lenders', -shillings.recovered),
      kes('Paid to payees of deductions', -shillings.deducted),
      kes('Set aside, not paid yet', -shillings.held),
      kes('Carried', -shillings.carried),
      ['Difference', '', -cents(dollars.difference), -cents(shillings.difference)],
    ],
  })
}
