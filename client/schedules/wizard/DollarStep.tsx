import { useWords } from '#client/kit/words.ts'
import { AccountCard } from './AccountCard.tsx'
import type { WizardStep } from './wizardStep.ts'

/** What the members have in dollars. */
export function DollarStep({ data }: WizardStep) {
  const { wizard: words } = useWords().schedules
  return (
    <>
      <h2>{words.dollars}</h2>
      <div className="wizard-accounts">
        <AccountCard field="farmerUsdAccount" data={data} />
      </div>
    </>
  )
}
