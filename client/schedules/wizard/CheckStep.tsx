import { Bars } from './Bars.tsx'
import { Preview } from './Preview.tsx'
import type { WizardStep } from './wizardStep.ts'

/** What is sent for approval, a last time. */
export const CheckStep = ({ data, season, loans }: WizardStep) => (
  <>
    <Bars data={data} />
    <Preview season={season} loans={loans} />
  </>
)
