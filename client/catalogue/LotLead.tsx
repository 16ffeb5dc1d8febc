import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { catalogueValues, type CatalogueRecord, type CatalogueValue } from '#contract/catalogue/catalogueRecords.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Facts } from '#client/kit/decisions/StepDialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { OutturnLink } from '#client/kit/places/links.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './catalogue.css'

/** What a decision sees first of a lot: its weight, where it stands and why, what the last edit changed, and who has agreed. */
export function LotLead({ row }: { row: CatalogueRecord }) {
  const words = useWords().catalogue
  const { weight, money } = useFormat()
  const state = stateFor(row.status, catalogueRecordFlow)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.weight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      <Quoted title={words.onHold}>{useHoldReason()(row)}</Quoted>
      {row.deleteFlag && <p className="strong">{words.removal}</p>}
      <Quoted title={words.comment}>{row.comment}</Quoted>
      <LastEdit row={row} />
      <Facts
        facts={[
          { title: words.warehouse, value: row.warehouseAgreed ?? words.notYet },
          { title: words.broker, value: row.brokerAgreed ?? words.notYet },
          ...(row.reservePrice === null
            ? []
            : [{ title: words.reserve, value: words.reserveOf(money(row.reservePrice, 'USD')) }]),
        ]}
      />
      <p className="page-actions lead-links">
        <OutturnLink outturn={row.outturn} season={row.season} />
      </p>
    </>
  )
}

/** Why a lot is on hold, with what the dispatch has for it; empty of one that is not. */
function useHoldReason() {
  const words = useWords().catalogue
  const translate = useContractWords()
  const { weight } = useFormat()
  return ({ holdReason, holdAvailable }: CatalogueRecord): string => {
    if (holdReason === '') return ''
    const why = `${translate(holdReason)}.`
    return holdAvailable === null ? why : `${why} ${words.available(weight(holdAvailable))}`
  }
}

function LastEdit({ row: { previous } }: { row: CatalogueRecord }) {
  const translate = useContractWords()
  // Removal is said in a sentence of its own.
  const values = previous
    .filter(({ field }) => field !== 'deleteFlag')
    .map(({ field, before, after }) => ({
      key: field,
      title: translate(catalogueValues[field as CatalogueValue]), // border: fields of an edit
      before: before || '–',
      after: after || '–',
    }))
  return values.length > 0 ? <BeforeAfter values={values} /> : null
}

function Outturn({ row }: { row: CatalogueRecord }) {
  const reason = useHoldReason()(row)
  return (
    <>
      <span className="strong">{row.outturn}</span>
      {reason !== '' && <p className="hint warn lot-hold">{reason}</p>}
    </>
  )
}

export const lotCells: Cells<CatalogueRecord> = { outturn: (row) => <Outturn row={row} /> }

/** What stands above a decision: the lot as it would be approved. */
export function useLotFacts() {
  const words = useWords().catalogue
  const { number, weight } = useFormat()
  return (row: CatalogueRecord) => [
    { title: words.outturn, value: row.outturn },
    { title: words.bags, value: number(row.numberOfBags) },
    { title: words.pockets, value: number(row.numberOfPocket) },
    { title: words.split, value: row.splitNumber || words.noSplit },
    { title: words.lot, value: String(row.lotNumber) },
    { title: words.weight, value: weight(row.weight) },
  ]
}
