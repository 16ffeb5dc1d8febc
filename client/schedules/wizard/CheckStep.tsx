import { Bars } from './Bars.tsx'
import { Preview } from './Preview.tsx'
import type { WizardStep } from './wizardStep.ts'

/** What is sent for approval, a last time. */
export const CheckStep = (step: WizardStep) => (
  <>
    <Bars data={step.data} />
    <Preview {...step} namesFactories />
  </>
)
