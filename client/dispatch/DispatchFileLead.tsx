import type { DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchFileFlow } from '#contract/dispatch/dispatchFlow.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { Facts } from '#client/kit/decisions/StepDialog.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'

/** The coffee of a file, to which sale and warehouse it goes, and how far its records are decided. */
export function DispatchFileLead({ row }: { row: DispatchFile }) {
  const words = useWords().dispatch
  const { number, weight } = useFormat()
  const state = stateFor(row.status, dispatchFileFlow)
  const isAskedFor = row.status.statusName === 'PENDING_DELETION'
  const goesTo = [
    ...(row.saleNumber === null || row.season === null
      ? []
      : [{ title: words.sale, value: words.saleOf(row.saleNumber, row.season) }]),
    ...(row.warehouseName === null ? [] : [{ title: words.warehouse, value: row.warehouseName }]),
  ]
  const counts = [
    [words.waiting, row.waiting],
    [words.referred, row.referred],
    [words.received, row.approved],
    [words.declined, row.rejected],
  ] as const
  const counted = counts.flatMap(([title, count]) => (count === 0 ? [] : [{ title, value: number(count) }]))
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.totalWeight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      <Quoted title={isAskedFor ? words.whyDrop : words.comment}>{row.approverComment}</Quoted>
      <Facts facts={[...goesTo, ...counted]} />
    </>
  )
}

/** What stands above a decision on a file. */
export function useDispatchFileFacts() {
  const words = useWords()
  const { number, weight, dateTime } = useFormat()
  return (row: DispatchFile) => [
    { title: words.dispatch.lots, value: number(row.numberOfLots) },
    { title: words.dispatch.bags, value: number(row.totalBags) },
    { title: words.dispatch.net, value: weight(row.totalWeight) },
    { title: words.uploads.uploadedBy, value: row.createdBy },
    { title: words.uploads.date, value: dateTime(row.dateCreated) },
  ]
}
