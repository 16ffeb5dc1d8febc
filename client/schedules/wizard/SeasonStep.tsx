import { Bars } from './Bars.tsx'
import type { WizardStep } from './wizardStep.ts'

/** What stands in the way of the season that was chosen. */
export const SeasonStep = ({ data }: WizardStep) => <Bars data={data} />
