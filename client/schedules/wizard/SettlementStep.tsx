import { useWords } from '#client/kit/words.ts'
import { AccountCard } from './AccountCard.tsx'
import type { WizardStep } from './wizardStep.ts'

/** Where the sale's dollars arrived. */
export function SettlementStep({ data }: WizardStep) {
  const { wizard: words } = useWords().schedules
  return (
    <>
      <h2>{words.settlement}</h2>
      <div className="wizard-accounts">
        <AccountCard field="nonCheckoffAccount" data={data} />
        <AccountCard field="checkoffAccount" data={data} />
      </div>
    </>
  )
}
