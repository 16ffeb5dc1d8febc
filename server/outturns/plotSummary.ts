import type { Readable } from 'node:stream'
import type { Outturn } from '#contract/outturns/outturns.ts'
import { writeTable } from '#server/kit/sheets/writeTable.ts'

/** The sheet that goes with the plots behind an outturn to an importer. Source: Regulation (EU) 2023/1115; heading 0901 of the Harmonised System is coffee. */
export function writePlotSummary(
  { outturn, season, growers, dispatched, balance }: Omit<Outturn, 'cherry'>,
  { from, to, members, mapped }: NonNullable<Outturn['cherry']>,
): Readable {
  const clean = balance.find(({ stage }) => stage === 'MILLING')?.came ?? 0
  return writeTable({
    sheetName: 'Plots',
    columns: [
      { title: 'Fact', kind: 'text', width: 44 },
      { title: `Outturn ${outturn} of ${season}`, kind: 'text', width: 48 },
    ],
    rows: [
      [
        'Society',
        growers.map(({ organisationName, organisationCode }) => `${organisationName} (${organisationCode})`).join(', '),
      ],
      ['Country of production', 'KE'],
      ['Harmonised System', '0901'],
      ['Clean coffee dispatched (kg)', String(clean)],
      ['Grades', [...new Set(dispatched.map(({ grade }) => grade))].join(', ')],
      ['First day of harvest', from],
      ['Last day of harvest', to],
      ['Members who delivered', String(members)],
      ['Of those with a verified plot', String(mapped)],
      ['Without one', String(members - mapped)],
      ['Declaration', 'In excess: every member whose cherry may be in this outturn'],
    ],
  })
}
