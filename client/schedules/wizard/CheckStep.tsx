import { useWords } from '#client/kit/words.ts'
import { Bars } from './Bars.tsx'
import { Preview } from './Preview.tsx'
import { trialOf } from './trial.ts'
import { usePreview } from './usePreview.ts'
import type { WizardStep } from './wizardStep.ts'

/** What is sent for approval, a last time: the figures as they are, whatever was tried. */
export function CheckStep(step: WizardStep) {
  const { trial: words } = useWords().schedules
  return (
    <>
      <Bars data={step.data} />
      {trialOf(step.data, step.left, step.draft.tried).isOther && <p className="hint warn">{words.notSent}</p>}
      <Preview previewed={usePreview(step)} namesFactories />
    </>
  )
}
