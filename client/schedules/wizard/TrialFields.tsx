import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { tryDeduction, tryLoan, tryRetention, tryRetentionIn, type Trial } from './trial.ts'
import { typing, type WizardStep } from './wizardStep.ts'

/** What can be tried: other loans, other deductions, and a retention. The draft keeps it; nothing of it is sent. */
export function TrialFields({ step, trial }: { step: WizardStep; trial: Trial }) {
  const { trial: words } = useWords().schedules
  const translate = useContractWords()
  const { draft, onChange } = step
  const { recovered, taken, typed, unit, finding, isOther } = trial
  const keep = (tried: typeof draft.tried) => onChange({ tried })
  return (
    <section className={`card pad wizard-trial${isOther ? ' is-tried' : ''}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="faint">{words.sub}</p>
      {recovered.length > 0 && (
        <fieldset className="wizard-loans">
          <legend>{words.loans}</legend>
          {recovered.map(({ id, loanProduct, isTried, isReally }) => (
            <Checkbox
              key={id}
              label={words.recover(loanProduct)}
              checked={isTried}
              onChange={({ currentTarget: { checked } }) => keep(tryLoan(draft.tried, id, checked, isReally))}
            />
          ))}
        </fieldset>
      )}
      {taken.length > 0 && (
        <fieldset className="wizard-loans">
          <legend>{words.deductions}</legend>
          {taken.map(({ id, title, isTried, isReally }) => (
            <Checkbox
              key={id}
              label={words.take(title)}
              checked={isTried}
              onChange={({ currentTarget: { checked } }) => keep(tryDeduction(draft.tried, id, checked, isReally))}
            />
          ))}
        </fieldset>
      )}
      <div className="wizard-factory">
        <TextInput
          label={words.retained}
          description={draft.byFactory ? words.retainedByFactory : words.retainedHint}
          inputMode="decimal"
          value={typed}
          error={finding && translate(finding)}
          onChange={({ currentTarget: { value } }) => typing.test(value) && keep(tryRetention(draft.tried, value))}
        />
        <Select
          aria-label={words.unit}
          data={[
            { value: 'KES', label: words.shillings },
            { value: 'PERCENT', label: words.percent },
          ]}
          value={unit}
          allowDeselect={false}
          onChange={(chosen) => keep(tryRetentionIn(draft.tried, chosen ?? 'KES'))}
        />
      </div>
      <div className="draft-bar">
        <Link className="link" to="/money/transfers">
          {words.toTransfers}
        </Link>
        {isOther && (
          <Button variant="default" size="xs" onClick={() => keep({})}>
            {words.back}
          </Button>
        )}
      </div>
    </section>
  )
}
