import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { splitOf, typing, type WizardStep } from './wizardStep.ts'

/** One rate for all, or the pool split over the factories by amounts; what each then pays for a kilogram stands beside it. */
export function FactoryPart({ data, draft, onChange, weights }: WizardStep) {
  const { factories: words } = useWords().schedules
  const translate = useContractWords()
  const { money, number, weight } = useFormat()
  const { byFactory, amounts } = draft
  const { rows, rest, findings } = splitOf(data, weights, amounts)
  return (
    <section className="card pad wizard-loans" aria-label={words.title}>
      <Checkbox
        label={words.byFactory}
        description={words.byFactoryHint}
        checked={byFactory}
        onChange={({ currentTarget: { checked } }) => onChange({ byFactory: checked })}
      />
      {byFactory && !weights && <Skeleton height={120} />}
      {byFactory && weights && (
        <>
          {rows.length === 0 && <p className="faint">{words.nowhere}</p>}
          {rows.map(({ key, name, weight: kilograms, members, rate }) => (
            <div key={key} className="wizard-factory">
              <TextInput
                label={name || words.none}
                description={words.brought(weight(kilograms), number(members))}
                inputMode="decimal"
                leftSection="KES"
                leftSectionWidth={48}
                value={amounts[key] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  typing.test(value) && onChange({ amounts: { ...amounts, [key]: value } })
                }
              />
              <span className="num">{words.perKilogram(money(rate))}</span>
            </div>
          ))}
          <p className="wizard-rest">
            <span>{words.rest}</span>
            <b className="num">{money(rest)}</b>
          </p>
          {findings.map((finding) => (
            <p key={finding} className="hint warn">
              {translate(finding)}
            </p>
          ))}
          <Button
            variant="default"
            onClick={() =>
              onChange({ amounts: Object.fromEntries(rows.map(({ key, even }) => [key, even.toFixed(2)])) })
            }
          >
            {words.even}
          </Button>
        </>
      )}
    </section>
  )
}
