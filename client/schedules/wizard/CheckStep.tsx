import { useWords } from '#client/kit/words.ts'
import { LeftOut } from '../deductions/LeftOut.tsx'
import { Bars } from './Bars.tsx'
import { Preview } from './Preview.tsx'
import { trialOf } from './trial.ts'
import { usePreview } from './usePreview.ts'
import { takenOf, type WizardStep } from './wizardStep.ts'

/** What is sent for approval, a last time: the figures as they are, whatever was tried. */
export function CheckStep(step: WizardStep) {
  const { trial: words } = useWords().schedules
  return (
    <>
      <Bars data={step.data} />
      {trialOf(step.data, step.draft).isOther && <p className="hint warn">{words.notSent}</p>}
      <LeftOut left={takenOf(step.data).filter(({ id }) => step.draft.leftDeductions.includes(id))} />
      <Preview previewed={usePreview(step)} namesFactories />
    </>
  )
}
