import { timelines } from '#contract/outturns/timeline.ts'
import { useCall } from '#client/kit/queries.ts'
import { CoffeeTimeline } from '#client/kit/timelines/CoffeeTimeline.tsx'

/** How far the coffee of a society has come in the season that is shown. */
export function SocietyTimeline({ society, season }: { society: string; season: string }) {
  const read = useCall(timelines.society, { params: { organisationId: society }, query: { season } })
  return <CoffeeTimeline read={read} />
}
