import { Checkbox } from '@mantine/core'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { Comparison } from './Comparison.tsx'
import { Preview } from './Preview.tsx'
import { TrialFields } from './TrialFields.tsx'
import { trialOf } from './trial.ts'
import { usePreview } from './usePreview.ts'
import { takenOf, type WizardStep } from './wizardStep.ts'

/** The loans and deductions that are taken, what the schedule comes to with them, and what it would come to with other figures. */
export function TrialPart(step: WizardStep) {
  const { data, draft, onChange } = step
  const {
    schedules: { wizard: words, staysOwed },
    deductions: { minute },
  } = useWords()
  const { money, number, date } = useFormat()
  const trial = trialOf(data, draft)
  const previewed = usePreview(step, trial.tried)
  const taken = takenOf(data)
  return (
    <>
      <Ticks
        title={words.loans}
        none={words.noLoans}
        rows={data.loans.map(({ id, loanProduct, loanAmount, members }) => ({
          id,
          label: loanProduct,
          description: words.owed(money(loanAmount), number(members)),
        }))}
        left={draft.left}
        onLeft={(left) => onChange({ left })}
      />
      {taken.length > 0 && (
        <Ticks
          title={words.deductions}
          sub={staysOwed}
          rows={taken.map(({ id, title, amount, members, authority, authorityDate }) => ({
            id,
            label: title,
            description: `${words.owed(money(amount), number(members))} · ${minute} ${authority}, ${date(authorityDate)}`,
          }))}
          left={draft.leftDeductions}
          onLeft={(leftDeductions) => onChange({ leftDeductions })}
        />
      )}
      <Preview previewed={previewed} />
      <TrialFields step={step} trial={trial} />
      {trial.tried && !previewed.isOver && <Comparison step={step} previewed={previewed} />}
    </>
  )
}

type TicksProps = {
  title: string
  sub?: string
  none?: string
  rows: readonly { id: string; label: string; description: string }[]
  /** What is not ticked. */
  left: readonly string[]
  onLeft: (left: string[]) => void
}

/** What is owed of members: whatever is ticked is taken. */
const Ticks = ({ title, sub, none, rows, left, onLeft }: TicksProps) => (
  <fieldset className="card pad wizard-loans">
    <legend className="sr">{title}</legend>
    <h2>{title}</h2>
    {sub && <p className="faint">{sub}</p>}
    {rows.length === 0 && <p className="faint">{none}</p>}
    {rows.map(({ id, label, description }) => (
      <Checkbox
        key={id}
        label={label}
        description={description}
        checked={!left.includes(id)}
        onChange={({ currentTarget: { checked } }) =>
          onLeft(checked ? left.filter((one) => one !== id) : [...left, id])
        }
      />
    ))}
  </fieldset>
)
