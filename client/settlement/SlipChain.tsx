import { Link } from '@tanstack/react-router'
import { chains, type GrowerChain } from '#contract/statements/chains.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { useFormat } from '#client/kit/format.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { RecordLink } from '#client/kit/places/links.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'

/** What became of the dollars of a paid lot: where they are, which schedules they paid for, and the accounts that they reached. */
export function SlipChain({ eslipId }: { eslipId: string }) {
  const isReader = may(useUser(), chains.eslip.allow)
  const { data } = useCall(chains.eslip, { params: { id: eslipId } }, { enabled: isReader })
  return (
    <>
      {data?.growers.map((grower) => (
        <Grower key={grower.organisationName} grower={grower} />
      ))}
    </>
  )
}

const places = ['nonCheckoff', 'retained', 'farmersUsd', 'unpaid'] as const

function Grower({ grower }: { grower: GrowerChain }) {
  const words = useWords().chains
  const { date, money, number } = useFormat()
  const { organisationName, arrivedOn, schedules } = grower
  if (arrivedOn === null) return <p className="faint">{words.notYet}</p>
  return (
    <section aria-label={`${words.reached}: ${organisationName}`}>
      <h3 className="part-title">{words.reached}</h3>
      <p className="faint">
        {organisationName}. {words.arrived(date(arrivedOn))}
      </p>
      <dl className="facts">
        {places
          .filter((place) => grower[place] > 0)
          .map((place) => (
            <div key={place}>
              <dt>{words.stands[place]}</dt>
              <dd className="num">{money(grower[place], 'USD')}</dd>
            </div>
          ))}
      </dl>
      <PlainRows
        title={words.schedules}
        none={words.noSchedules}
        rows={schedules.map((schedule, at) => ({ ...schedule, schedule: schedule.id, id: String(at) }))}
        columns={[
          {
            title: words.schedule,
            strong: true,
            renderCell: ({ season, cycle, members }) => (
              <>
                {`${season} (${number(cycle)})`}
                <div className="faint">{words.members(members)}</div>
              </>
            ),
          },
          { title: words.dollars, right: true, renderCell: ({ dollars }) => money(dollars, 'USD') },
          { title: words.shillings, right: true, renderCell: ({ shillings }) => money(shillings) },
        ]}
        acts={words.schedule}
        renderActs={({ schedule }) => <RecordLink kind="communal_payment" id={schedule} label={words.schedule} />}
      />
      {schedules.map((schedule) => (
        <Accounts key={`${schedule.id} ${schedule.dealCode}`} accounts={schedule.accounts} />
      ))}
    </section>
  )
}

function Accounts({ accounts }: Pick<GrowerChain['schedules'][number], 'accounts'>) {
  const words = useWords().chains
  const { money } = useFormat()
  return (
    <details>
      <summary>{words.accounts(accounts.length)}</summary>
      <PlainRows
        title={words.accounts(accounts.length)}
        none=""
        rows={accounts.map((account) => ({ ...account, id: account.lineId }))}
        columns={[
          {
            title: words.member,
            strong: true,
            renderCell: ({ farmerId, name, memberNumber }) => (
              <>
                <Link to="/farmers/statement/$farmerId" params={{ farmerId }}>
                  {name}
                </Link>
                <div className="faint code">{memberNumber}</div>
              </>
            ),
          },
          { title: words.account, renderCell: ({ account }) => <span className="code">{account}</span> },
          { title: words.part, right: true, renderCell: ({ part }) => money(part) },
          { title: '', renderCell: ({ status }) => <Status {...lineStates[status]} /> },
        ]}
      />
    </details>
  )
}
