import { estateCuredFlow } from '#contract/estateCured/estateCuredFlow.ts'
import type { EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Facts } from '#client/kit/decisions/StepDialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { OutturnLink } from '#client/kit/places/links.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** The coffee of a record, what a party has corrected in it, who has agreed, and its charges. */
export function EstateCuredLead({ row }: { row: EstateCured }) {
  const words = useWords().estateCured
  const translate = useContractWords()
  const { weight, money } = useFormat()
  const state = stateFor(row.status, estateCuredFlow)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.cleanNetWeight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      <Quoted title={words.onHold}>{row.holdReason && translate(row.holdReason)}</Quoted>
      <Quoted title={words.comment}>{row.approverComment ?? row.lastComment}</Quoted>
      <Corrected row={row} />
      <Facts
        facts={[
          { title: words.warehouseMaker, value: row.warehouseMaker ?? words.notYet },
          { title: words.warehouseChecker, value: row.warehouseChecker ?? words.notYet },
          { title: words.brokerChecker, value: row.brokerChecker ?? words.notYet },
          { title: words.transport, value: money(row.transportCharge, row.currency) },
          { title: words.drying, value: money(row.dryingCharge, row.currency) },
          { title: words.handSorting, value: money(row.handSortingCharge, row.currency) },
        ]}
      />
      <p className="page-actions lead-links">
        <OutturnLink outturn={row.curedOutturn} season={row.cropSeason} />
      </p>
    </>
  )
}

/** What the record said before a party corrected it. */
function Corrected({ row: { earlier, bags, pockets, cleanNetWeight } }: { row: EstateCured }) {
  const words = useWords().estateCured
  const { number, weight } = useFormat()
  if (!earlier) return null
  const values = [
    { key: 'bags', title: words.bags, before: number(earlier.bags), after: number(bags) },
    { key: 'pockets', title: words.pockets, before: number(earlier.pockets), after: number(pockets) },
    { key: 'weight', title: words.weight, before: weight(earlier.cleanNetWeight), after: weight(cleanNetWeight) },
  ].filter(({ before, after }) => before !== after)
  return values.length > 0 ? <BeforeAfter values={values} /> : null
}

/** A charge, in the currency of its file. */
function Charge({ amount, currency }: { amount: number; currency: EstateCured['currency'] }) {
  const { money } = useFormat()
  return <span className="num">{money(amount, currency)}</span>
}

export const estateCuredCells: Cells<EstateCured> = {
  transportCharge: (row) => <Charge amount={row.transportCharge} currency={row.currency} />,
  dryingCharge: (row) => <Charge amount={row.dryingCharge} currency={row.currency} />,
  handSortingCharge: (row) => <Charge amount={row.handSortingCharge} currency={row.currency} />,
}

/** What stands above a decision: the record as it would be approved. */
export function useEstateCuredFacts() {
  const words = useWords().estateCured
  const { number, weight } = useFormat()
  return (row: EstateCured) => [
    { title: words.outturn, value: row.curedOutturn },
    { title: words.bags, value: number(row.bags) },
    { title: words.pockets, value: number(row.pockets) },
    { title: words.split, value: row.splitNumber || words.none },
    { title: words.lot, value: row.lot || words.none },
    { title: words.weight, value: weight(row.cleanNetWeight) },
  ]
}
