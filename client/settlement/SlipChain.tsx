import { Link } from '@tanstack/react-router'
import { chains, dollarPlaces, type GrowerChain } from '#contract/statements/chains.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { AmountRows } from '#client/kit/timelines/AmountRows.tsx'
import { EvidenceButtons } from '#client/kit/timelines/EvidenceButtons.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

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

function Grower({ grower }: { grower: GrowerChain }) {
  const words = useWords().chains
  const { date, exchangeRate, money, number } = useFormat()
  const { legId, organisationName, arrivedOn, schedules } = grower
  if (arrivedOn === null) return <p className="faint">{words.notYet}</p>
  return (
    <section className="chain" aria-label={`${words.reached}: ${organisationName}`}>
      <h3 className="part-title">{words.reached}</h3>
      <p className="faint">
        {organisationName}. {words.arrived(date(arrivedOn))}
      </p>
      <dl className="amount-steps">
        <AmountRows
          rows={[
            ...dollarPlaces
              .filter((place) => grower[place] > 0)
              .map((place) => ({ name: words.stands[place], value: money(grower[place], 'USD') })),
            ...schedules.map(({ id, season, cycle, members, dollars, shillings, dealCode, rate }) => ({
              name: (
                <Link to="/farmers/schedule/details/view/$id" params={{ id }}>
                  {words.schedule(season, number(cycle))}
                </Link>
              ),
              note: [
                words.members(members),
                rate === null ? money(shillings) : words.became(dealCode, exchangeRate(rate), money(shillings)),
              ].join('. '),
              value: money(dollars, 'USD'),
            })),
          ]}
        />
      </dl>
      {schedules.map((schedule) => (
        <Accounts key={`${schedule.id} ${schedule.dealCode}`} accounts={schedule.accounts} />
      ))}
      <EvidenceButtons of="slip" id={legId} size="xs" />
    </section>
  )
}

function Accounts({ accounts }: Pick<GrowerChain['schedules'][number], 'accounts'>) {
  const words = useWords().chains
  const translate = useContractWords()
  const { money } = useFormat()
  return (
    <details>
      <summary>{words.accounts(accounts.length)}</summary>
      <dl className="amount-steps">
        <AmountRows
          rows={accounts.map(({ farmerId, name, memberNumber, account, part, status }) => ({
            name: (
              <Link to="/farmers/statement/$farmerId" params={{ farmerId }}>
                {name}
              </Link>
            ),
            note: [memberNumber, account, translate(lineStates[status].label)].join(' · '),
            value: money(part),
          }))}
        />
      </dl>
    </details>
  )
}
