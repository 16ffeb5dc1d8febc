import { dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import { dispatchRecord, type DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { BeforeAfter, type ValueChange } from '#client/kit/decisions/BeforeAfter.tsx'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { Facts } from '#client/kit/decisions/StepDialog.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Warned } from '#client/kit/decisions/Warned.tsx'
import { useFormat } from '#client/kit/format.ts'
import { OutturnLink, RecordLink } from '#client/kit/places/links.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './dispatch.css'

/** The coffee of a record, why it stands where it does, and what its last edit changed. */
export function DispatchRecordLead({ row }: { row: DispatchRecord }) {
  const words = useWords().dispatch
  const translate = useContractWords()
  const { weight } = useFormat()
  const state = stateFor(row.status, dispatchRecordFlow)
  const changes = useChangedValues()(row.changed)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.netWeight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      {row.deleteFlag === 'Y' && <Warned title={words.removal} lines={[{ key: 'removal', text: words.removalHint }]} />}
      <Quoted title={words.onHold}>{row.holdReason && translate(row.holdReason)}</Quoted>
      <Quoted title={words.comment}>{row.actionComment}</Quoted>
      {changes.length > 0 && <BeforeAfter values={changes} />}
      <Weighed row={row} />
      <p className="page-actions lead-links">
        <RecordLink kind="dispatch_file" id={row.fileId} label={row.fileName} />
        <OutturnLink outturn={row.outTurnNumber} season={row.season} />
      </p>
    </>
  )
}

/** What the mill dispatched beside what stands now, where the weights differ. */
function Weighed({ row: { dispatched, difference, ...row } }: { row: DispatchRecord }) {
  const words = useWords().dispatch
  const { weight } = useFormat()
  if (difference === 0) return null
  return (
    <Facts
      facts={[
        { title: words.sent, value: weight(dispatched.netWeight) },
        { title: words.now, value: weight(row.netWeight) },
        { title: difference < 0 ? words.missing : words.surplus, value: weight(Math.abs(difference)) },
      ]}
    />
  )
}

const weights: ReadonlySet<string> = new Set(['grossWeight', 'tareWeight', 'netWeight'])
/** Fields of a record that stand in its list under another key. */
const columnOf: Readonly<Record<string, string>> = { brokerCode: 'broker' }

type Change = { field: string; before: string; after: string }

/** Changed values of a record, as a person reads them. */
export function useChangedValues(): (changed: readonly Change[]) => ValueChange[] {
  const words = useWords().dispatch
  const translate = useContractWords()
  const { kilograms } = useFormat()
  const yes = (value: string) => (value === 'Y' ? words.yes : words.no)
  return (changed) =>
    changed.map(({ field, before, after }) => {
      const column = dispatchRecord.list.columns.find(({ key }) => key === (columnOf[field] ?? field))
      const shown = (value: string) => {
        if (field === 'deleteFlag') return yes(value)
        if (value === '') return '–'
        return weights.has(field) ? kilograms(Number(value)) : value
      }
      return {
        key: field,
        title: field === 'deleteFlag' ? words.remove : translate(column?.title ?? field),
        before: shown(before),
        after: shown(after),
      }
    })
}

/** What stands above a decision on one record. */
export function useDispatchFacts() {
  const words = useWords().dispatch
  const { number, weight } = useFormat()
  return (row: DispatchRecord) => [
    { title: words.bags, value: number(row.bags) },
    { title: words.pockets, value: number(row.pockets) },
    { title: words.gross, value: weight(row.grossWeight) },
    { title: words.tare, value: weight(row.tareWeight) },
    { title: words.net, value: weight(row.netWeight) },
    ...(row.difference === 0 ? [] : [{ title: words.sent, value: weight(row.dispatched.netWeight) }]),
  ]
}
