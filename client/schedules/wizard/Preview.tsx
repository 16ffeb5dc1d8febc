import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { splitRefusals } from '#contract/schedules/scheduleFactories.ts'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListFailed } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { FactoryParts } from '../FactoryParts.tsx'
import { factoriesOf, isOverPool, type WizardStep } from './wizardStep.ts'

const restMs = 400

type PreviewProps = WizardStep & {
  /** Whether what each factory gets stands below, where nothing else on the page says it. */
  namesFactories?: boolean
}

/** What the schedule comes to with the loans that are ticked. */
export function Preview({ data: details, season, loans, draft, weights, namesFactories = false }: PreviewProps) {
  const { wizard: words, ...schedules } = useWords().schedules
  const translate = useContractWords()
  const { money, number } = useFormat()
  const { organisationCode: growerCode } = useUser().organisation
  // Amounts are typed digit by digit: the server is asked when typing rests.
  const [amounts] = useDebouncedValue(draft.amounts, restMs)
  const factories = factoriesOf(weights, amounts)
  const body = { growerCode, season, loansToRecover: loans, ...(factories ? { factories } : {}) }
  const isOver = isOverPool(details, factories)
  const {
    data: answer,
    error,
    refetch,
  } = useCall(
    communalPayment.calls.preview,
    { body },
    // While an amount is typed the figures of the one before stay.
    {
      staleTime: 0,
      enabled: !isOver && (!draft.byFactory || factories !== undefined),
      placeholderData: keepPreviousData,
    },
  )
  if (isOver) return <p className="hint warn">{translate(splitRefusals.pool)}</p>
  if (error) return <ListFailed refused={error} onReload={() => void refetch()} />
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
      {namesFactories && <FactoryParts parts={data.factories} isGiven />}
    </>
  )
}
