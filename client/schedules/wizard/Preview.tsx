import { Skeleton } from '@mantine/core'
import { splitRefusals } from '#contract/schedules/scheduleFactories.ts'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { addedFacts } from '../deductions/addedFacts.ts'
import { FactoryParts } from '../FactoryParts.tsx'
import type { Previewed } from './usePreview.ts'

type PreviewProps = {
  previewed: Previewed
  /** Whether what each factory gets stands below, where nothing else on the page says it. */
  namesFactories?: boolean
}

/** What the schedule comes to with the loans that are ticked. */
export function Preview({ previewed, namesFactories = false }: PreviewProps) {
  const { wizard: words, ...schedules } = useWords().schedules
  const translate = useContractWords()
  const { money, number } = useFormat()
  const {
    isOver,
    answer: { data: answer, error, refetch },
  } = previewed
  if (isOver) return <p className="hint warn">{translate(splitRefusals.pool)}</p>
  if (error) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!answer) return <Skeleton height={200} />
  const { data } = answer
  return (
    <>
      <Stake
        label={words.preview}
        title={words.preview}
        amount={money(data.net)}
        facts={[
          [schedules.members, number(data.members)],
          [schedules.total, money(data.total)],
          ...addedFacts(data, schedules, money),
          [schedules.toLenders, money(data.recovered)],
          [schedules.carried, money(data.carried)],
          [words.median, money(data.median)],
          [words.least, money(data.least)],
          [words.nothing, number(data.nothingLeft)],
          ...data.holds.map(
            ({ title, members, amount }) => [translate(title), words.byHold(number(members), money(amount))] as const,
          ),
        ]}
      />
      {namesFactories && <FactoryParts parts={data.factories} />}
    </>
  )
}
