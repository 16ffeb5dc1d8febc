import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

/** TOTAL CHERRY WEIGHT: what is approved and, apart from it, what waits. Of one season, the current one unless another is chosen. */
export function DeliveryTotals({ season }: { season?: string | undefined }) {
  const words = useWords().cherry
  const { weight, number } = useFormat()
  const totals = useCall(cherryDelivery.calls.totals, { query: season ? { season } : {} })
  if (totals.isError) return <p className="faint">{words.totalsFailed}</p>
  const { season: name = '…', approvedKg, pendingKg, members } = totals.data ?? {}
  const shown = (value: number | undefined) => (value === undefined ? '–' : weight(value))
  return (
    <dl className="stats three" aria-busy={totals.isPending}>
      <div className="stat">
        <dt>{words.total}</dt>
        <dd className="num">{shown(approvedKg)}</dd>
        <dd className="hint">{words.totalOf(name)}</dd>
      </div>
      <div className="stat">
        <dt>{words.pending}</dt>
        <dd className="num">{shown(pendingKg)}</dd>
        <dd className="hint">{words.pendingHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.members}</dt>
        <dd className="num">{members === undefined ? '–' : number(members)}</dd>
        <dd className="hint">{words.membersHint(name)}</dd>
      </div>
    </dl>
  )
}
