import type { Timeline } from '#contract/outturns/timeline.ts'
import { saleNameOf, type SaleReport } from '#contract/settlement/saleReports.ts'
import type { LineChain } from '#contract/statements/chains.ts'
import type { StockFigures } from '#contract/stock/stock.ts'
import type { StockDetail, StockSummary, TrackedStock } from '#contract/stock/stockRows.ts'
import type { Ask } from './compareCalls.ts'
import { holdInto, isPaid, saleOf, takenOf, type CountedLot } from './countedLot.ts'
import { gramsOf, sumOf, type RawTables } from './rawTables.ts'
import type { RawSales, RawSlip } from './rawSales.ts'
import type { Recomputed } from './recompute.ts'
import type { RecomputedSales } from './recomputeSales.ts'

/** A reader, with the code of the society where it is one: it reads its part of a sale. */
type Reader = { ask: Ask; code: string | null }
type Sold = { slip: RawSlip; lot: CountedLot; grower: string; grams: bigint; gross: bigint }

const size = 100
/** How many lots of a society, and lines of payments, are asked for one by one. */
const most = 25

/**
 * What is printed from e-slips says what was counted: settlement reports to each part, stock in its list and cards, the prices of a season,
 * how far a season has come, and from which lots a payment came. Answers what differs, by name, and how many figures were compared.
 */
export async function compareReports(
  { ask, code: own }: Reader,
  raw: RawSales,
  { lots }: RecomputedSales,
  payments: { raw: RawTables; due: Recomputed['due'] },
): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  const held = holdInto(differences)
  let compared = 0
  const dollars = (what: string, said: number | null | undefined, counted: bigint): void => {
    compared += 1
    held.money(what, BigInt(Math.round((said ?? 0) * 100)), counted)
  }
  const weight = (what: string, said: number | null | undefined, counted: bigint): void => {
    compared += 1
    held.weight(what, BigInt(Math.round((said ?? 0) * 1000)), counted)
  }
  const count = (what: string, said: number | undefined, counted: number): void => {
    compared += 1
    held.count(what, said ?? 0, counted)
  }
  const asked = <Answer>(path: string) => ask('GET', path) as Promise<Answer> // border: the declared answers
  const living = raw.slips.filter(({ id }) => lots.has(id))
  const slipOf = new Map(living.map((slip) => [slip.id, slip]))
  const legsOf = Map.groupBy(raw.legs, ({ slip }) => slip)
  const soldBy = new Map<string, Sold[]>()
  for (const { slip: id, grower, code } of raw.shares) {
    const [slip, lot] = [slipOf.get(id), lots.get(id)]
    const share = lot?.shares.get(grower)
    if (slip && lot && share && (own === null || own === code))
      soldBy.set(code, [...(soldBy.get(code) ?? []), { slip, lot, grower, ...share }])
  }

  for (const slips of Map.groupBy(living, saleOf).values()) await report(slips)
  for (const [code, sold] of soldBy) await stockOf(code, sold)
  await paidFrom()
  return { compared, differences }

  /** The whole of a sale, or what a society has of it. */
  async function report(slips: readonly RawSlip[]): Promise<void> {
    const [{ season, sale }] = slips as [RawSlip]
    const name = `Settlement of sale ${season} (${sale})`
    const parts = own === null ? null : (soldBy.get(own) ?? []).filter(({ slip }) => slips.includes(slip))
    if (parts?.length === 0) return
    const said = await asked<SaleReport>(`/sales/settlement/${saleNameOf(season, sale)}`)
    dollars(`${name}, difference`, said.difference, 0n)
    if (parts) {
      count(`${name}, lots`, said.lots, parts.length)
      weight(
        `${name}, kilograms`,
        said.weight,
        sumOf(parts, ({ grams }) => grams),
      )
      dollars(
        `${name}, gross`,
        said.gross,
        sumOf(parts, ({ gross }) => gross),
      )
      return
    }
    const grossOfAll = (some: readonly RawSlip[]) => sumOf(some, ({ id }) => lots.get(id)!.gross)
    count(`${name}, lots`, said.lots, slips.length)
    weight(
      `${name}, kilograms`,
      said.weight,
      sumOf(slips, ({ kilograms }) => gramsOf(kilograms)),
    )
    dollars(`${name}, gross`, said.gross, grossOfAll(slips))
    for (const { status, ...state } of said.states) {
      const some = slips.filter((slip) => slip.status === status)
      count(`${name}, ${status}`, state.lots, some.length)
      dollars(`${name}, ${status}, gross`, state.gross, grossOfAll(some))
    }
    const legs = slips.flatMap((slip) => (legsOf.get(slip.id) ?? []).map((leg) => ({ ...leg, isPaid: isPaid(slip) })))
    const cents = (some: typeof legs) => sumOf(some, (leg) => BigInt(leg.cents))
    const places = (what: string, line: SaleReport['total'], some: typeof legs, due: bigint): void => {
      const paid = some.filter((leg) => leg.isPaid)
      dollars(`${what}, in all`, line.amount, due)
      dollars(`${what}, not paid by buyers`, line.unpaid, due - cents(paid))
      dollars(`${what}, at the bank`, line.atBank, cents(paid.filter(({ status }) => status === 'PROCESSING')))
      dollars(`${what}, arrived`, line.arrived, cents(paid.filter(({ status }) => status === 'PAID')))
      dollars(
        `${what}, without an account`,
        line.waiting,
        cents(paid.filter(({ status }) => status === 'WAITING' || status === 'FAILED')),
      )
    }
    for (const { kind, ...line } of said.legs) {
      const due = sumOf(slips, ({ id }) => {
        const lot = lots.get(id)!
        if (kind === 'CLAIM') return takenOf(lot)
        return kind === 'GROWER' ? lot.net - takenOf(lot) : (lot.charges.get(kind) ?? 0n)
      })
      places(
        `${name}, ${kind}`,
        line,
        legs.filter((leg) => leg.kind === kind),
        due,
      )
    }
    places(`${name}, together`, said.total, legs, grossOfAll(slips))
    const going = legs.filter((leg) => leg.isPaid && (leg.payee !== null || leg.kind === 'EXCHANGE'))
    const arrived = cents(going.filter(({ status }) => status === 'PAID'))
    const closing = {
      RECEIVED: grossOfAll(slips.filter((slip) => isPaid(slip))),
      DISTRIBUTED: cents(going),
      ARRIVED: arrived,
      CLEARING: cents(going) - arrived,
    }
    for (const { what, eslips, ledger } of said.closing) {
      dollars(`${name}, ${what} by e-slips`, eslips, closing[what])
      dollars(`${name}, ${what} by the ledger`, ledger, closing[what])
    }
  }

  async function stockOf(code: string, sold: readonly Sold[]): Promise<void> {
    const tracked = await trackedOf(code)
    count(`Tracker of ${code}, sold lots`, tracked.length, sold.length)
    for (const { slip, grams } of sold.slice(0, most)) {
      const row = tracked.find(({ eslipNumber }) => eslipNumber === slip.number)
      const name = `Tracker of ${code}, ${slip.number}`
      if (!row) {
        held.say(`${name}: is not in it`)
        continue
      }
      weight(name, row.weight, grams)
      dollars(`${name}, price`, row.price, BigInt(slip.price))
      const [card] = (await asked<StockDetail[]>(`/growerstatus/stockDetails/${row.id}`)).filter(
        ({ grower_code }) => grower_code === code,
      )
      weight(`${name}, bought`, card?.weight_BOUGHT, grams)
      weight(`${name}, lot`, card?.lot_weight, gramsOf(slip.kilograms))
      dollars(`${name}, price of the card`, card?.price, BigInt(slip.price))
    }
    const { content } = await asked<{ content: StockSummary[] }>(
      `/grower-stock-summary?growerCode=${code}&size=${size}`,
    )
    for (const [season, some] of Map.groupBy(sold, ({ slip }) => slip.season)) {
      const grams = sumOf(some, (share) => share.grams)
      const said = content.find((one) => one.season === season)
      const name = `Stock of ${code} in ${season}`
      const { grower } = some[0]!
      const offered = raw.lots.filter(
        (lot) =>
          lot.season === season &&
          lot.grower === grower &&
          ['APPROVED', 'SOLD'].includes(lot.status) &&
          !living.some(({ record }) => record === lot.id),
      )
      const unsold = sumOf(offered, ({ kilograms }) => gramsOf(kilograms))
      weight(`${name}, catalogued`, said?.cataloguedCoffeeTotal, unsold + grams)
      weight(`${name}, not sold`, said?.unsoldCoffeeTotal, unsold)
      weight(`${name}, clean in all`, said?.totalCleanCoffee, BigInt(Math.round((said?.cleanCoffeeTotal ?? 0) * 1000)))
      const clean = BigInt(Math.round((said?.totalCleanCoffee ?? 0) * 1000))
      dollars(
        `${name}, percent sold`,
        said?.percentage,
        clean === 0n ? 0n : (2n * grams * 10_000n + clean) / (2n * clean),
      )
      const figures = await asked<StockFigures>(`/stock/figures?growerCode=${code}&season=${season}`)
      for (const { saleNumber, grade, kilograms, price } of figures.prices) {
        const of = some.filter(({ slip }) => slip.sale === saleNumber && slip.grade === grade)
        const all = sumOf(of, (share) => share.grams)
        const worth = sumOf(of, ({ slip, grams: own }) => own * BigInt(slip.price))
        weight(`${name}, ${grade} at sale ${saleNumber}`, kilograms, all)
        dollars(
          `${name}, price of ${grade} at sale ${saleNumber}`,
          price,
          all === 0n ? 0n : (2n * worth + all) / (2n * all),
        )
      }
      if (own === null) continue // whoever sees all sees lots that are partly another's
      const { stages } = await asked<Timeline>(`/society/timeline/${code}?season=${season}`)
      const stageOf = (stage: string) => stages.find((one) => one.stage === stage)
      const slips = new Set(some.map(({ slip }) => slip))
      const paid = [...slips].filter((slip) => isPaid(slip))
      count(`How far ${code} has come in ${season}, lots to pay`, stageOf('PAID')?.of, slips.size)
      count(`How far ${code} has come in ${season}, paid`, stageOf('PAID')?.done, paid.length)
      const credited = paid.filter(({ id }) =>
        (legsOf.get(id) ?? []).some((leg) => leg.kind === 'GROWER' && leg.grower === grower && leg.status === 'PAID'),
      )
      count(`How far ${code} has come in ${season}, credited`, stageOf('CREDITED')?.done, credited.length)
    }
  }

  async function trackedOf(code: string): Promise<TrackedStock[]> {
    const all: TrackedStock[] = []
    for (let page = 0; ; page += 1) {
      const path = `/growerstatus/buyer2?growerCode=${code}&size=${size}&page=${page}`
      const { items, totalPages } = await asked<{ items: TrackedStock[]; totalPages: number }>(path)
      all.push(...items.filter(({ stage }) => stage === 'SOLD'))
      if (page + 1 >= totalPages) return all
    }
  }

  /** From the line of a payment to its lots: what each fetched, and that its parts are the cherry and the premiums. */
  async function paidFrom(): Promise<void> {
    const codeOf = new Map(payments.raw.schedules.map(({ id, code }) => [id, code]))
    const lines = payments.raw.lines.filter(
      ({ schedule, status }) => status === 'SUCCESS' && (own === null || codeOf.get(schedule) === own),
    )
    const step = Math.max(1, Math.floor(lines.length / most))
    const numbered = new Map(living.map((slip) => [slip.number, slip]))
    for (const line of lines.filter((_, at) => at % step === 0)) {
      const due = payments.due.get(line.id)
      const said = await asked<LineChain>(`/payment/scheduleLine/${line.id}/chain`)
      const name = `Payment ${line.id}`
      if (!due || said.parts.length === 0) continue
      dollars(`${name}, cherry`, said.total, due.total)
      dollars(`${name}, premium`, said.bonus, due.bonus)
      dollars(
        `${name}, its lots together`,
        said.parts.reduce((all, { part }) => all + Math.round(part * 100), 0) / 100,
        due.total + due.bonus,
      )
      for (const { eslipNumber, ...part } of said.parts) {
        const slip = numbered.get(eslipNumber)
        const lot = slip && lots.get(slip.id)
        if (!slip || !lot) continue
        weight(`${name}, ${eslipNumber}`, part.weight, gramsOf(slip.kilograms))
        dollars(`${name}, ${eslipNumber}, gross`, part.gross, lot.gross)
      }
    }
  }
}
