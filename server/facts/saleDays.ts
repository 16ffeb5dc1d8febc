import { nairobiTime, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'

/** What names a sale: numbers begin anew in every season. */
export type SaleKey = { season: string; number: number }

/** A sale as the calendar has it in force. Another row takes its place when it is changed: keep its season and number, not its id. */
export type SaleDays = SaleKey & {
  id: string
  saleDate: string
  dispatchCutoff: Date
  catalogueClose: Date
  promptDate: string
}

const days = sql<SaleDays>`id, season, sale_number::int as number, sale_date as "saleDate", dispatch_cutoff as "dispatchCutoff", catalogue_close as "catalogueClose", prompt_date as "promptDate"`

/** A sale that is in force; none when it was never approved, or was cancelled. */
export async function findSale(tx: Tx, { season, number }: SaleKey): Promise<SaleDays | undefined> {
  const [sale] = await rows(
    tx,
    sql<SaleDays>`select ${days} from sales where season = ${season} and sale_number = ${number} and status = 'APPROVED'`,
  )
  return sale
}

/** The sale to which coffee can be dispatched at this moment, and of several the one whose cut-off comes first. */
export async function nextSale(tx: Tx, at: Date): Promise<SaleDays | undefined> {
  const [sale] = await rows(
    tx,
    sql<SaleDays>`select ${days} from sales where status = 'APPROVED' and dispatch_cutoff > ${at} order by dispatch_cutoff, sale_date limit 1`,
  )
  return sale
}

/** The sale whose catalogue closes next. */
export async function nextToClose(tx: Tx, at: Date): Promise<SaleDays | undefined> {
  const [sale] = await rows(
    tx,
    sql<SaleDays>`select ${days} from sales where status = 'APPROVED' and catalogue_close > ${at} order by catalogue_close, sale_date limit 1`,
  )
  return sale
}

/** Every sale that is in force, the latest first. */
export const salesInForce = (tx: Tx): Promise<SaleDays[]> =>
  rows(tx, sql<SaleDays>`select ${days} from sales where status = 'APPROVED' order by sale_date desc, id desc`)

/** A sale that takes dispatch now, by the clock of the server. Throws `sale.unknown` and `sale.dispatch_closed`. */
export async function mustTakeDispatch(tx: Tx, key: SaleKey): Promise<SaleDays> {
  const sale = await mustFindSale(tx, key)
  if (sale.dispatchCutoff > now()) return sale
  throw new Refused('sale.dispatch_closed', {
    message: `Sale ${key.number} of ${key.season} has taken no dispatch since ${nairobiTime(sale.dispatchCutoff)}. Dispatch to a later sale.`,
    details: { season: key.season, saleNo: key.number, dispatchCutoff: sale.dispatchCutoff.toISOString() },
  })
}

/** A sale whose catalogue can still be changed. Throws `sale.unknown` and `sale.catalogue_closed`. */
export async function mustTakeLots(tx: Tx, key: SaleKey): Promise<SaleDays> {
  const sale = await mustFindSale(tx, key)
  if (sale.catalogueClose > now()) return sale
  throw new Refused('sale.catalogue_closed', {
    message: `The catalogue of sale ${key.number} of ${key.season} closed on ${nairobiTime(sale.catalogueClose)}. Nothing in it changes any more.`,
    details: { season: key.season, saleNo: key.number, catalogueClose: sale.catalogueClose.toISOString() },
  })
}

/** A sale that is in force. Throws `sale.unknown`. */
export async function mustFindSale(tx: Tx, key: SaleKey): Promise<SaleDays> {
  const sale = await findSale(tx, key)
  if (sale) return sale
  throw new Refused('sale.unknown', {
    message: `Sale ${key.number} of ${key.season} is not in the calendar. Look at the sales that are.`,
  })
}
