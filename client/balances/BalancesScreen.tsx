import {
  balanceList,
  balanceReports,
  balances,
  balanceStates,
  type Balance,
  type BalanceFinding,
  type BalanceName,
} from '#contract/balances/balances.ts'
import { readsFarmers } from '#contract/house/permissions.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { useFormat } from '#client/kit/format.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { FarmerLink, OutturnLink, RecordLink } from '#client/kit/places/links.tsx'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './balances.css'

export const balancesSource: ListSource = { list: balanceList, endpoint: balanceReports.list }

const cells: Cells<Balance> = {
  came: ({ name, came }) => <Amount name={name} value={came} />,
  went: ({ name, went }) => <Amount name={name} value={went} />,
  difference: ({ name, difference }) => <Amount name={name} value={difference} />,
  state: ({ state }) => <Status {...balanceStates[state]} />,
}

/** Kilograms and money at every point from cherry to the accounts of members, with what does not close first. */
export function BalancesScreen() {
  const words = useWords().balances
  const translate = useContractWords()
  return (
    <ListScreen<Balance>
      source={balancesSource}
      title={({ label, organisationCode, season, saleNumber }) =>
        [translate(label), organisationCode, season, saleNumber !== null && words.sale(saleNumber)]
          .filter(Boolean)
          .join(', ')
      }
      sub={words.sub}
      cells={cells}
      Lead={BalanceLead}
      next={{ text: words.none }}
    />
  )
}

/** Writes one side of a balance with its unit. */
function useAmount(): (name: BalanceName, value: number) => string {
  const { weight, money } = useFormat()
  return (name, value) => {
    const { unit } = balances[name]
    return unit === 'KG' ? weight(value) : money(value, unit)
  }
}

function Amount({ name, value }: { name: BalanceName; value: number }) {
  return <span className="num">{useAmount()(name, value)}</span>
}

/** Both sides of a balance, when they may differ, and the records that do not close, each with where to look. */
function BalanceLead({ row }: { row: Balance }) {
  const words = useWords().balances
  const translate = useContractWords()
  const amount = useAmount()
  const looks = may(useUser(), readsFarmers)
  const declared = balances[row.name]
  return (
    <div className="balance-lead">
      <div className="hero">
        <span className="big">{amount(row.name, row.difference)}</span>
        <Status {...balanceStates[row.state]} />
      </div>
      <p>
        {words.sides(
          translate(declared.came),
          amount(row.name, row.came),
          translate(declared.went),
          amount(row.name, row.went),
        )}
      </p>
      {'unless' in declared && <p className="faint">{translate(declared.unless)}</p>}
      <PlainRows
        title={words.findings}
        none={words.allClose(row.records)}
        rows={row.findings.map((finding, at) => ({ id: String(at), ...finding }))}
        columns={[
          {
            title: words.record,
            strong: true,
            renderCell: (finding) => (
              <>
                <span className="balance-record">{finding.record}</span>
                {looks && <Look row={row} finding={finding} />}
              </>
            ),
          },
          { title: words.came, right: true, renderCell: ({ came }) => amount(row.name, came) },
          { title: words.went, right: true, renderCell: ({ went }) => amount(row.name, went) },
        ]}
      />
      {row.open > row.findings.length && <p className="faint">{words.more(row.open - row.findings.length)}</p>}
    </div>
  )
}

/** The way to the record that does not close. */
function Look({ row, finding: { target } }: { row: Balance; finding: BalanceFinding }) {
  const words = useWords().balances
  const { at } = balances[row.name]
  if (target === '' || at === null) return null
  if (at === 'farmer') return <FarmerLink id={target} />
  if (at === 'outturn') return <OutturnLink outturn={target} season={row.season} />
  return <RecordLink kind={at} id={target} label={words.look} />
}
