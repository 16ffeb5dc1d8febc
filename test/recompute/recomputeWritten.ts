import { grossOf, saleOf, type Held } from './countedLot.ts'
import { gramsOf, sumOf } from './rawTables.ts'
import type { RawRow, RawSales } from './rawSales.ts'

/** Whole cents of a price as somebody wrote it, with at most two places; none where nothing is written. */
const centsOf = (price: string): bigint => (price === '' ? 0n : gramsOf(price) / 10n)

/** What became of the rows of files: each is a record that says the same, and coffee gets lighter on its way and never heavier. */
export function recomputeWritten(raw: RawSales, held: Held): void {
  const { written } = raw
  eachOnce(written.cherry, raw.deliveries, (row, delivery) => {
    const name = `${row.file}, receipt ${row.receiptNumber}`
    if (row.memberNumber !== delivery.member) held.say(`${name}: is entered for the member ${delivery.member}`)
    held.weight(`${name}, cherry`, gramsOf(delivery.kilograms), gramsOf(row.currentDelivery))
  })
  eachOnce(written.dispatch, raw.dispatched, (row, record) => {
    const name = `${row.file}, ${row.outturn} ${row.grade}`
    const net = gramsOf(row.grossWeight) - gramsOf(row.tareWeight)
    held.weight(`${name}, sent`, gramsOf(record.sentNet), net)
    if (!record.isEdited) held.weight(`${name}, received`, gramsOf(record.net), net)
    const packed = BigInt(record.bags * 60 + record.pockets) * 1000n
    if (apart(packed, gramsOf(record.net)) > 1000n) held.say(`${name}: bags and pockets are not its weight`)
  })
  eachOnce(written.catalogue, raw.lots, (row, lot) => {
    if (!lot.isEdited) held.weight(`${row.file}, lot ${row.lotNumber}`, gramsOf(lot.kilograms), gramsOf(row.weight))
  })
  eachOnce(written.results, raw.results, (row, result) => {
    const name = `${row.file}, lot ${row.lotNumber}`
    held.weight(`${name}, kilograms`, gramsOf(result.kilograms), gramsOf(row.weight))
    held.money(`${name}, price`, BigInt(result.price ?? 0), centsOf(row.price))
    held.money(`${name}, gross`, BigInt(result.gross ?? 0), grossOf(row.weight, centsOf(row.price)))
    if ((result.buyer ?? '') !== row.buyer) held.say(`${name}: is sold to ${result.buyer}, the file says ${row.buyer}`)
    if ((result.invoice ?? '') !== row.invoice)
      held.say(`${name}: has the invoice ${result.invoice}, the file says ${row.invoice}`)
  })
  const lotOf = new Map(raw.lots.map((lot) => [lot.id, lot]))
  for (const result of raw.results.filter(({ state }) => state === 'IN_FORCE')) {
    const catalogued = gramsOf(lotOf.get(result.record)?.kilograms ?? '0')
    held.weight(`Sale ${saleOf(result)}, lot ${result.lot}, as catalogued`, gramsOf(result.kilograms), catalogued)
  }
  const offered = Map.groupBy(
    raw.lots.filter(({ status }) => status === 'APPROVED' || status === 'SOLD'),
    ({ dispatch }) => dispatch,
  )
  for (const { id, outturn, grade, net } of raw.dispatched) {
    const grams = sumOf(offered.get(id) ?? [], ({ kilograms }) => gramsOf(kilograms))
    // Scales differ by a kilogram.
    if (grams > gramsOf(net) + 1000n) held.say(`${outturn} ${grade}: more of it is offered than was dispatched`)
  }

  /** Each row of an approved file is a record of its id, and each record of such a file is a row. */
  function eachOnce<Row extends RawRow, Made extends { id: string; upload: string }>(
    rows: readonly Row[],
    made: readonly Made[],
    hold: (row: Row, record: Made) => void,
  ): void {
    const byId = new Map(made.map((record) => [record.id, record]))
    const files = new Map(rows.map(({ upload, file }) => [upload, file]))
    const ids = new Set(rows.map(({ id }) => id))
    for (const row of rows) {
      const record = byId.get(row.id)
      if (record) hold(row, record)
      else held.say(`${row.file}: the row ${row.id} became nothing`)
    }
    for (const { id, upload } of made)
      if (files.has(upload) && !ids.has(id)) held.say(`${files.get(upload)}: no row of it is the record ${id}`)
  }
}

const apart = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)
