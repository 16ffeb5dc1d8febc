import { catalogueRecord, type CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { call } from '#client/kit/call.ts'
import { stateFor, type DecisionInput } from '#client/kit/decisions/decisions.ts'
import { viewRecord, type RecordVersion } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords } from '#client/kit/words.ts'

/** What a decision sees first of a lot: its weight, and where it stands. */
function LotLead({ row }: { row: CatalogueRecord }) {
  const translate = useContractWords()
  const { weight } = useFormat()
  const state = stateFor(row.status, catalogueRecordFlow)
  return (
    <div className="hero">
      <span className="big num">{weight(row.weight)}</span>
      <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
    </div>
  )
}

const { approve, accept, reject, withdraw, reset } = catalogueRecord.calls

/** Sends a decision with its comment as the specification names it. */
const take =
  (to: typeof approve | typeof accept | typeof reject | typeof withdraw) =>
  ({ id, version }: RecordVersion, { comment, key }: DecisionInput) =>
    call(to, { body: { id, version, comment }, idempotencyKey: key })

/** How lots of a catalogue are listed and decided. */
export const catalogueRecordView = viewRecord(catalogueRecord, {
  title: ({ lotNumber, outturn, grade }) => `${lotNumber} ${outturn} ${grade}`,
  Lead: LotLead,
  leads: ['weight'],
  take: {
    approve: take(approve),
    accept: take(accept),
    reject: take(reject),
    withdraw: take(withdraw),
    reset: ({ id, version }, { comment, key }) =>
      call(reset, { params: { id }, body: { version, comment }, idempotencyKey: key }),
  },
})
