import { Checkbox } from '@mantine/core'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { Preview } from './Preview.tsx'
import type { WizardStep } from './wizardStep.ts'

/** The loans that are to be recovered, and what the schedule comes to with them. */
export function TrialPart(step: WizardStep) {
  const { data, left, onLeft } = step
  const { wizard: words } = useWords().schedules
  const { money, number } = useFormat()
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
      <Preview {...step} />
    </>
  )
}
