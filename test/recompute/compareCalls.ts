import type { Recomputed } from './recompute.ts'
import { shown, type RawTables } from './rawTables.ts'

/** Asks the program; answers the body. Null where the caller may not see it. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

type Statement = {
  data: {
    id: string
    initialAmount: number
    bonus: number
    deducted: number
    recovered: number
    netAmount: number
    totalCherryWeight: number
    status: string
  }[]
}
type Header = {
  total: number
  bonus: number
  deducted: number
  recovered: number
  net: number
  carried: number
  totalKesAmount: number
}
type Details = {
  data: Record<
    'nonCheckoffAccount' | 'checkoffAccount' | 'farmerUsdAccount' | 'farmerKesAccount',
    { availableBalance: number }
  >
}
type Stats = { data: { season: string; amount: number }[] }
const accounts = {
  NON_CHECKOFF: 'nonCheckoffAccount',
  CHECKOFF: 'checkoffAccount',
  FARMERS_USD: 'farmerUsdAccount',
  FARMERS_KES: 'farmerKesAccount',
} as const

/** What the calls say otherwise than the raw tables come to, by name and to the cent; and how many figures were compared. */
export async function compareCalls(
  ask: Ask,
  raw: RawTables,
  { due, balances }: Recomputed,
  { members = 200 }: { members?: number } = {},
): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  let compared = 0
  const agree = (what: string, said: number, counted: bigint): void => {
    compared += 1
    const cents = BigInt(Math.round(said * 100))
    if (cents !== counted) differences.push(`${what}: the call says ${shown(cents)}, ${shown(counted)} is right`)
  }
  for (const schedule of raw.schedules) {
    const name = `${schedule.code} ${schedule.season} (${schedule.cycle})`
    const header = (await ask('GET', `/payment/communalPayment/${schedule.id}`)) as Header // border: the declared answer
    const own = raw.lines.filter((line) => line.schedule === schedule.id)
    const sum = (of: (line: (typeof own)[number]) => bigint) => own.reduce((all, line) => all + of(line), 0n)
    const counted = (what: 'bonus' | 'deducted' | 'recovered') => sum(({ id }) => due.get(id)?.[what] ?? 0n)
    const [deducted, recovered] = [counted('deducted'), counted('recovered')]
    const net = sum((line) => BigInt(line.net))
    agree(`${name}, bonus`, header.bonus, counted('bonus'))
    agree(`${name}, deducted`, header.deducted, deducted)
    agree(
      `${name}, total`,
      header.total,
      sum(({ id }) => due.get(id)?.total ?? 0n),
    )
    agree(`${name}, recovered`, header.recovered, recovered)
    agree(`${name}, net`, header.net, net)
    agree(`${name}, carried`, header.carried, BigInt(schedule.pool) - deducted - recovered - net)
  }
  const lineOf = new Map(raw.lines.map((line) => [line.id, line]))
  const seasonOf = new Map(raw.schedules.map(({ id, season }) => [id, season]))
  const farmers = [
    ...new Map(
      raw.lines.map(({ farmer, schedule }) => [farmer, raw.schedules.find(({ id }) => id === schedule)?.society]),
    ).entries(),
  ]
  const step = Math.max(1, Math.floor(farmers.length / members))
  for (const [farmer, society] of farmers.filter((_, at) => at % step === 0)) {
    const { data } = (await ask('GET', `/payment/fetchFarmerStatement/${society}/${farmer}`)) as Statement // border: the declared answer
    const own = raw.lines.filter((line) => line.farmer === farmer)
    if (data.length !== own.length)
      differences.push(`member ${farmer}: the statement has ${data.length} lines, ${own.length} are right`)
    for (const said of data) {
      const [line, counted] = [lineOf.get(said.id), due.get(said.id)]
      if (!line || !counted) continue
      agree(`member ${farmer}, total`, said.initialAmount, counted.total)
      agree(`member ${farmer}, bonus`, said.bonus, counted.bonus)
      agree(`member ${farmer}, deducted`, said.deducted, counted.deducted)
      agree(`member ${farmer}, recovered`, said.recovered, counted.recovered)
      agree(`member ${farmer}, net`, said.netAmount, counted.rest - BigInt(line.leftOver))
      agree(`member ${farmer}, kilograms x 10`, said.totalCherryWeight * 10, counted.grams)
    }
    const stats = (await ask('GET', `/payment/fetchFarmerScheduleStats/${society}/${farmer}`)) as Stats // border: the declared answer
    const paid = own.filter(({ status }) => status === 'SUCCESS')
    for (const { season, amount } of stats.data)
      agree(
        `member ${farmer}, paid in ${season}`,
        amount,
        paid
          .filter(({ schedule }) => seasonOf.get(schedule) === season)
          .reduce((all, { id, leftOver }) => all + (due.get(id)?.rest ?? 0n) - BigInt(leftOver), 0n),
      )
  }
  for (const [code, own] of Map.groupBy(raw.accounts, (account) => account.code)) {
    const season = raw.schedules.find((schedule) => schedule.code === code)?.season
    if (!season) continue
    const { data } = (await ask('POST', '/payment/getGrowerDetails', { growerCode: code, season })) as Details // border: the declared answer
    for (const { id, purpose } of own)
      agree(
        `${code}, ${purpose}`,
        data[accounts[purpose as keyof typeof accounts]].availableBalance,
        balances.get(id) ?? 0n,
      ) // border: the purposes of accounts
  }
  return { compared, differences }
}
