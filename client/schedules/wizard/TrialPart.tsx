import { Checkbox } from '@mantine/core'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { Comparison } from './Comparison.tsx'
import { Preview } from './Preview.tsx'
import { TrialFields } from './TrialFields.tsx'
import { trialOf } from './trial.ts'
import { usePreview } from './usePreview.ts'
import type { WizardStep } from './wizardStep.ts'

/** The loans that are to be recovered, what the schedule comes to with them, and what it would come to with other figures. */
export function TrialPart(step: WizardStep) {
  const { data, left, onLeft, draft } = step
  const { wizard: words } = useWords().schedules
  const { money, number } = useFormat()
  const trial = trialOf(data, left, draft.tried)
  const previewed = usePreview(step, trial.tried)
  return (
    <>
      <fieldset className="card pad wizard-loans">
        <legend className="sr">{words.loans}</legend>
        <h2>{words.loans}</h2>
        {data.loans.length === 0 && <p className="faint">{words.noLoans}</p>}
        {data.loans.map(({ id, loanProduct, loanAmount, members }) => (
          <Checkbox
            key={id}
            label={loanProduct}
            description={words.owed(money(loanAmount), number(members))}
            checked={!left.has(id)}
            onChange={({ currentTarget: { checked } }) =>
              onLeft(new Set(checked ? [...left].filter((one) => one !== id) : [...left, id]))
            }
          />
        ))}
      </fieldset>
      <Preview previewed={previewed} />
      <TrialFields step={step} trial={trial} />
      {trial.tried && !previewed.isOver && <Comparison step={step} previewed={previewed} />}
    </>
  )
}
