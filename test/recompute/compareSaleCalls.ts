import type { Eslip } from '#contract/settlement/eslips.ts'
import type { SalesStatementRow } from '#contract/stock/salesStatement.ts'
import type { StockGrade, StockSummary } from '#contract/stock/stockRows.ts'
import type { Ask } from './compareCalls.ts'
import { holdInto, partOf, takenOf, type CountedLot } from './countedLot.ts'
import { gramsOf, sumOf } from './rawTables.ts'
import type { RawDispatch, RawSales } from './rawSales.ts'
import type { RecomputedSales } from './recomputeSales.ts'

const received = ['APPROVED', 'CATALOGUED', 'PENDING_PAYMENT', 'PAID', 'COLLECTED']
const size = 100

/** What e-slips, sales statements and figures of stock say otherwise than was counted, by name; and how many figures were compared. */
export async function compareSaleCalls(
  ask: Ask,
  raw: RawSales,
  { lots }: RecomputedSales,
): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  const held = holdInto(differences)
  let compared = 0
  const dollars = (what: string, said: number | null, counted: bigint): void => {
    compared += 1
    held.money(what, BigInt(Math.round((said ?? 0) * 100)), counted)
  }
  const weight = (what: string, said: number | null, counted: bigint): void => {
    compared += 1
    held.weight(what, BigInt(Math.round((said ?? 0) * 1000)), counted)
  }
  const slipOf = new Map(raw.slips.map((slip) => [slip.id, slip]))
  const codeOf = new Map(raw.shares.map(({ grower, code }) => [grower, code]))
  const unsoldOf = ({ id, net }: RawDispatch): bigint => {
    const gone = raw.slips.filter(({ dispatch, status }) => dispatch === id && status !== 'VOID')
    const left = gramsOf(net) - sumOf(gone, ({ kilograms }) => gramsOf(kilograms))
    return left > 0n ? left : 0n
  }
  const claimed = (lot: CountedLot) => takenOf(lot)

  const slips = (await pages(ask, '/eslips?paginate=Y')) as Eslip[] // border: the declared answer
  held.count('E-slips', slips.filter(({ id }) => slipOf.get(id)?.status !== 'VOID').length, lots.size)
  for (const said of slips) {
    const [lot, slip] = [lots.get(said.id), slipOf.get(said.id)]
    if (!lot || !slip) continue
    const name = `E-slip ${said.eslipNumber}`
    weight(`${name}, kilograms`, said.weight, gramsOf(slip.kilograms))
    dollars(`${name}, gross`, said.gross, lot.gross)
    dollars(`${name}, deductions`, said.totalDeductions, lot.deductions + claimed(lot))
    dollars(`${name}, net`, said.net, lot.net - claimed(lot))
    for (const kind of new Set(said.legs.map((leg) => leg.kind))) {
      const right =
        kind === 'CLAIM'
          ? claimed(lot)
          : kind === 'GROWER'
            ? lot.net - claimed(lot)
            : (lot.charges.get(partOf({ kind, grower: null, claim: null })) ?? 0n)
      const legs = said.legs.filter((leg) => leg.kind === kind)
      dollars(
        `${name}, ${kind}`,
        legs.reduce((all, { amount }) => all + amount, 0),
        right,
      )
    }
    for (const [grower, share] of lot.shares) {
      const own = said.shares.find(({ growerCode }) => growerCode === codeOf.get(grower))
      weight(`${name}, kilograms of ${codeOf.get(grower)}`, own?.weight ?? 0, share.grams)
      dollars(`${name}, gross of ${codeOf.get(grower)}`, own?.gross ?? 0, share.gross)
      dollars(`${name}, net of ${codeOf.get(grower)}`, own?.net ?? 0, share.net - takenOf(lot, grower))
    }
  }
  for (const [code, own] of Map.groupBy(raw.shares, (share) => share.code)) {
    const sold = own.flatMap(({ slip, grower }) => {
      const share = lots.get(slip)?.shares.get(grower)
      return share ? [{ slip: slipOf.get(slip)!, lot: lots.get(slip)!, grower, ...share }] : []
    })
    const statement = await statementOf(code)
    held.count(`Sales statement of ${code}, lots`, statement.length, sold.length)
    for (const { slip, lot, grower, ...share } of sold) {
      const said = statement.find(({ id }) => id === slip.id)
      const name = `Sales statement of ${code}, ${slip.number}`
      if (!said) {
        held.say(`${name}: is not in it`)
        continue
      }
      const net = share.net - takenOf(lot, grower)
      weight(`${name}, kilograms`, said.weight, share.grams)
      dollars(`${name}, gross`, said.gross, share.gross)
      dollars(`${name}, net`, said.net, net)
      dollars(`${name}, amount of the grower`, said.growerAmount, net)
      dollars(`${name}, deductions`, said.totalDeductions, share.gross - net)
      if (lot.shares.size > 1) continue
      dollars(`${name}, broker`, said.brokerAmount, lot.charges.get('BROKER') ?? 0n)
      dollars(`${name}, miller`, said.millerAmount, lot.charges.get('MILLER') ?? 0n)
      dollars(`${name}, warehouse`, said.warehouseAmount, lot.charges.get('WAREHOUSE') ?? 0n)
    }
    const grades = (await asked(`/growerstatus/stockgrade?growerCode=${code}&size=${size}`)) as {
      content: StockGrade[]
    } // border: the declared answer
    for (const { grade, season, totalWeight, totalPrice } of grades.content) {
      const of = sold.filter(({ slip }) => slip.grade === grade && slip.season === season)
      weight(
        `${code}, ${grade} sold in ${season}`,
        totalWeight,
        sumOf(of, ({ grams }) => grams),
      )
      dollars(
        `${code}, ${grade} of ${season}`,
        totalPrice,
        sumOf(of, ({ gross }) => gross),
      )
    }
    const grower = own[0]!.grower
    const summary = (await asked(`/grower-stock-summary?growerCode=${code}&size=${size}`)) as {
      content: StockSummary[]
    } // border: the declared answer
    for (const said of summary.content) {
      const name = `Stock of ${code} in ${said.season}`
      const ofSeason = <Of extends { season: string }>(all: readonly Of[]) =>
        all.filter(({ season }) => season === said.season)
      const clean = ofSeason(raw.dispatched).filter((one) => one.grower === grower && one.until === null)
      // Of a record that is sold each grower has its share; what is left of it is whose the record says.
      const ofSlips = sold.filter(({ slip }) => slip.season === said.season)
      const shared = sumOf(
        ofSlips.filter(({ slip }) => slip.dispatch !== null),
        ({ grams }) => grams,
      )
      const netOf = (all: readonly RawDispatch[]) => shared + sumOf(all, unsoldOf)
      const brought = ofSeason(raw.parchment).filter(({ society }) => society === grower)
      weight(
        `${name}, parchment`,
        said.parchmentTotal,
        sumOf(brought, ({ kilograms }) => gramsOf(kilograms)),
      )
      weight(`${name}, clean`, said.cleanCoffeeTotal, netOf(clean))
      weight(
        `${name}, in the warehouse`,
        said.cleanCoffeeWarehousedTotal,
        netOf(clean.filter(({ status }) => received.includes(status))),
      )
      weight(
        `${name}, sold`,
        said.soldCoffeeTotal,
        sumOf(ofSlips, ({ grams }) => grams),
      )
    }
  }
  return { compared, differences }

  function asked(path: string): Promise<unknown> {
    return ask('GET', path)
  }
  async function statementOf(code: string): Promise<SalesStatementRow[]> {
    const all: SalesStatementRow[] = []
    for (let page = 0; ; page += 1) {
      const path = `/growerstatus/growersalesstatement?growerCode=${code}&size=${size}&page=${page}`
      const { content, totalPages } = (await asked(path)) as { content: SalesStatementRow[]; totalPages: number } // border: the declared answer
      all.push(...content)
      if (page + 1 >= totalPages) return all
    }
  }
}

/** All rows of a list, page by page. */
async function pages(ask: Ask, path: string): Promise<unknown[]> {
  const all: unknown[] = []
  for (let page = 0; ; page += 1) {
    const { data } = (await ask('GET', `${path}&page=${page}&size=${size}`)) as { data: unknown[] } // border: a list
    all.push(...data)
    if (data.length < size) return all
  }
}
