import { Skeleton } from '@mantine/core'
import type { ScheduleFigures } from '#contract/schedules/scheduleTrials.ts'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import type { Previewed } from './usePreview.ts'
import { WithoutList } from './WithoutList.tsx'
import type { WizardStep } from './wizardStep.ts'

type Row = { label: string; asItIs: number; tried: number; isCount?: boolean }

/** What a trial does, beside how it is: each figure twice, with the difference, and who would get nothing. */
export function Comparison({ step, previewed }: { step: WizardStep; previewed: Previewed }) {
  const { wizard, trial: words, factories: factoryWords, ...schedules } = useWords().schedules
  const { money, number } = useFormat()
  const { data: answer, isPlaceholderData } = previewed.answer
  if (!answer?.data.tried) return previewed.answer.error ? null : <Skeleton height={260} />
  const { tried, ...asItIs } = answer.data
  const { figures, retained, without } = tried
  const pair = (label: string, of: (one: ScheduleFigures) => number, isCount = false): Row => ({
    label,
    asItIs: of(asItIs),
    tried: of(figures),
    isCount,
  })
  const rates =
    asItIs.factories.length === 0
      ? [pair(schedules.rate, ({ rate }) => rate)]
      : asItIs.factories.map(({ name }, at) =>
          pair(words.rateOf(name || factoryWords.none), ({ factories }) => factories[at]?.rate ?? 0),
        )
  const rows = [
    ...rates,
    { label: words.retained, asItIs: 0, tried: retained },
    pair(schedules.total, ({ total }) => total),
    ...(asItIs.deducted + figures.deducted > 0 ? [pair(schedules.deducted, ({ deducted }) => deducted)] : []),
    pair(schedules.toLenders, ({ recovered }) => recovered),
    pair(schedules.toMembers, ({ net }) => net),
    pair(wizard.median, ({ median }) => median),
    pair(wizard.least, ({ least }) => least),
    pair(wizard.nothing, ({ nothingLeft }) => nothingLeft, true),
    pair(schedules.carried, ({ carried }) => carried),
  ]
  const { lowestRate, lastPayment } = step.data
  const isBelow = lowestRate !== null && !lastPayment && rates.some(({ tried: rate }) => rate < lowestRate)
  const headings = [words.asItIs, words.tried, words.difference]
  return (
    <section className="card pad wizard-trial is-tried" aria-label={words.isTried} aria-busy={isPlaceholderData}>
      <h2>
        <span className="trial-mark">{words.isTried}</span>
      </h2>
      <p className="faint">{words.notSent}</p>
      <div className="trial-table" role="table" aria-label={words.isTried}>
        <div role="row" className="trial-heads">
          <span role="columnheader" className="sr">
            {words.figure}
          </span>
          {headings.map((heading) => (
            <span key={heading} role="columnheader">
              {heading}
            </span>
          ))}
        </div>
        {rows.map(({ label, asItIs: is, tried: would, isCount }) => {
          const show = (value: number) => (isCount ? number(value) : money(value))
          const cents = Math.round(would * 100) - Math.round(is * 100)
          return (
            <div key={label} role="row">
              <span role="rowheader">{label}</span>
              <span role="cell" className="num">
                {show(is)}
              </span>
              <span role="cell" className="num">
                <b>{show(would)}</b>
              </span>
              <span role="cell" className="num faint">
                {cents === 0 ? '–' : `${cents > 0 ? '+' : '−'}${show(Math.abs(cents) / 100)}`}
              </span>
            </div>
          )
        })}
      </div>
      {isBelow && <p className="hint warn">{words.belowLowest(money(lowestRate))}</p>}
      {without === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <>
          <p className="hint warn">{words.without(number(without))}</p>
          {!isPlaceholderData && previewed.tried && (
            <WithoutList
              key={JSON.stringify(previewed.tried)}
              of={{ ...previewed.toCompute, tried: previewed.tried }}
            />
          )}
        </>
      )}
    </section>
  )
}
