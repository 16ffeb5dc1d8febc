import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import type { TriedFigures } from '#contract/schedules/scheduleTrials.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { factoriesOf, isOverPool, type WizardStep } from './wizardStep.ts'

const restMs = 400

/** What the schedule comes to as it is, beside what is tried. */
export function usePreview({ data, season, chosen, draft, weights }: WizardStep, typed?: TriedFigures) {
  const { organisationCode: growerCode } = useUser().organisation
  // Amounts are typed digit by digit: the server is asked when typing rests.
  const [amounts] = useDebouncedValue(draft.amounts, restMs)
  const [rested] = useDebouncedValue(JSON.stringify(typed ?? null), restMs)
  const tried = JSON.parse(rested) as TriedFigures | null // border: written just above
  const factories = factoriesOf(weights, amounts)
  const toCompute = { growerCode, season, ...chosen, ...(factories ? { factories } : {}) }
  const isOver = isOverPool(data, factories)
  const answer = useCall(
    communalPayment.calls.preview,
    { body: { ...toCompute, ...(tried ? { tried } : {}) } },
    // While an amount is typed the figures of the one before stay.
    {
      staleTime: 0,
      enabled: !isOver && (!draft.byFactory || factories !== undefined),
      placeholderData: keepPreviousData,
    },
  )
  return { isOver, toCompute, tried, answer }
}
export type Previewed = ReturnType<typeof usePreview>
