import { Stake } from '#client/kit/decisions/Stake.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { AccountCard } from './AccountCard.tsx'
import { FactoryPart } from './FactoryPart.tsx'
import { TrialPart } from './TrialPart.tsx'
import type { WizardStep } from './wizardStep.ts'

/** What the members have in shillings, the rate that it gives, and what is tried with it. */
export function PoolStep(step: WizardStep) {
  const { wizard: words, ...schedules } = useWords().schedules
  const { money, number, weight } = useFormat()
  const { data } = step
  return (
    <>
      <h2>{words.shillings}</h2>
      <div className="wizard-accounts">
        <AccountCard field="farmerKesAccount" data={data} />
      </div>
      <Stake
        label={schedules.rate}
        title={`${schedules.rate}, ${words.cycle(number(data.cycle))}`}
        amount={money(data.communalRate)}
        facts={[
          [schedules.weight(data.sinceLastPayment), weight(data.totalCherry)],
          [schedules.members, number(data.members)],
          [words.lowest, data.lowestRate === null ? '–' : money(data.lowestRate)],
        ]}
      />
      <FactoryPart {...step} />
      <TrialPart {...step} />
    </>
  )
}
