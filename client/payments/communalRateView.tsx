import { communalRate, type CommunalRate, type CycleFigures } from '#contract/payments/communalRates.ts'
import { toAmount, toCents, worthOf } from '#contract/kit/money.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What a lowest rate does to the members of a society as its account stands now: what they get at least, and what is missing for it. */
export function FloorEffect({ figures, floor }: { figures: CycleFigures; floor: number }) {
  const { communal: words, ...conversion } = useWords().conversion
  const { money, number, weight } = useFormat()
  const { rate, available, totalCherry, members, cycle, season } = figures
  const least = toAmount(worthOf(String(totalCherry), toCents(floor)))
  const missing = least - available
  return (
    <Stake
      label={words.effect}
      title={words.atLeast(number(members), season)}
      amount={money(least)}
      facts={[
        [words.cycle, number(cycle)],
        [words.kilograms, weight(totalCherry)],
        [conversion.accounts.columns.balance, money(available)],
        [words.byAccount, money(rate)],
        missing > 0 ? [words.missing, money(missing)] : [words.above, money(rate - floor)],
      ]}
    />
  )
}

function CommunalRateLead({
  row,
}: {
  row: Pick<CommunalRate, 'figures' | 'communalRateLimit' | 'lastPayment' | 'reason' | 'status'>
}) {
  const { communal: words, ...conversion } = useWords().conversion
  const translate = useContractWords()
  const { money } = useFormat()
  const state = stateFor(row.status)
  return (
    <>
      <div className="hero">
        <span className="big num">
          {money(row.communalRateLimit)} <small>{words.perKilogram}</small>
        </span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
      </div>
      {row.figures && <FloorEffect figures={row.figures} floor={row.communalRateLimit} />}
      {row.lastPayment && <p className="faint">{words.isLast}</p>}
      <Quoted title={conversion.reason}>{row.reason}</Quoted>
    </>
  )
}

/** How lowest communal rates are listed and decided. */
export const communalRateView = viewRecord(communalRate, {
  title: ({ organisationName }) => organisationName,
  Lead: CommunalRateLead,
  leads: ['communalRateLimit', 'lastPayment'],
})
