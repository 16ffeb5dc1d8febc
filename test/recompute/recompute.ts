import { gramsOf, shown, sumOf, type RawBrought, type RawLine, type RawSchedule, type RawTables } from './rawTables.ts'

// The money of schedules, counted again from deliveries, loans, deals and movements, in whole numbers. Nothing of the program is used.

/** What does not agree, in a sentence with both figures. */
type Difference = string
type Priced = { farmer: string; factory: string; grams: bigint; cents: bigint }

/** Half a cent and more is a cent; a pool is never exceeded: those that gained most by rounding, of equal ones the first, have one less. */
function priced(
  all: readonly { farmer: string; factory: string; grams: bigint }[],
  rate: bigint,
  pool: bigint,
): Priced[] {
  const rounded = all.map((one) => ({ ...one, cents: (2n * one.grams * rate + 1000n) / 2000n }))
  const gain = ({ cents, grams }: Priced): bigint => cents * 1000n - grams * rate
  let over = sumOf(rounded, ({ cents }) => cents) - pool
  const mostFirst = rounded.toSorted((one, other) =>
    gain(one) === gain(other) ? (one.farmer < other.farmer ? -1 : 1) : gain(one) > gain(other) ? -1 : 1,
  )
  return mostFirst.map((one) => (over-- > 0n ? { ...one, cents: one.cents - 1n } : one))
}

/** What each member brought to each factory, of which none has less than nothing: what is missing there is taken where most is. */
function atFactories(brought: readonly RawBrought[]): { farmer: string; factory: string; grams: bigint }[] {
  const byPlace = new Map<string, { farmer: string; factory: string; grams: bigint }>()
  for (const { farmer, factory, kilograms } of brought) {
    const key = `${farmer} ${factory}`
    const before = byPlace.get(key)?.grams ?? 0n
    byPlace.set(key, { farmer, factory, grams: before + gramsOf(kilograms) })
  }
  return [...Map.groupBy(byPlace.values(), ({ farmer }) => farmer).values()].flatMap((places) => {
    let lacking = -sumOf(
      places.filter(({ grams }) => grams < 0n),
      ({ grams }) => grams,
    )
    return places
      .filter(({ grams }) => grams > 0n)
      .toSorted((one, other) =>
        one.grams === other.grams
          ? (one.factory ?? '~') < (other.factory ?? '~')
            ? -1
            : 1
          : one.grams > other.grams
            ? -1
            : 1,
      )
      .map((one) => {
        const taken = lacking < one.grams ? lacking : one.grams
        lacking -= taken
        return { ...one, grams: one.grams - taken }
      })
      .filter(({ grams }) => grams > 0n)
  })
}

/** What a member must get of a schedule. */
type Due = { grams: bigint; total: bigint; recovered: bigint; rest: bigint }
/** What a society's money came to, in cents; dollars are cents of dollars. */
type Season = Record<
  'shillingsIn' | 'paid' | 'recovered' | 'waiting' | 'carried' | 'dollarsIn' | 'converted' | 'dollarsLeft',
  bigint
>
export type Recomputed = {
  differences: Difference[]
  due: Map<string, Due>
  /** By the code of each society. */
  societies: Map<string, Season>
  /** What lies on each account of a society by the ledger's movements, by its id. */
  balances: Map<string, bigint>
}

export function recompute(raw: RawTables): Recomputed {
  const differences: Difference[] = []
  const agree = (what: string, stored: bigint, counted: bigint): void => {
    if (stored !== counted) differences.push(`${what}: ${shown(stored)} stands there, ${shown(counted)} is right`)
  }
  const due = new Map<string, Due>()
  const linesOf = Map.groupBy(raw.lines, ({ schedule }) => schedule)
  const recoveriesOf = Map.groupBy(raw.recoveries, ({ line }) => line)
  const loansOf = Map.groupBy(raw.loans, ({ farmer }) => farmer)
  const movesOfLoan = Map.groupBy(raw.loanMoves, ({ account }) => account)
  const payoutsOf = Map.groupBy(raw.payouts, ({ line }) => line)
  const asideOf = Map.groupBy(raw.asideMoves, ({ cause }) => cause)
  const balances = new Map<string, bigint>()
  for (const { id } of raw.accounts) balances.set(id, 0n)
  for (const { account, cents } of raw.accountMoves)
    balances.set(account, (balances.get(account) ?? 0n) + BigInt(cents))

  for (const schedule of raw.schedules) {
    const name = `${schedule.code} ${schedule.season} (${schedule.cycle})`
    const lines = linesOf.get(schedule.id) ?? []
    const totals = totalsOf(raw, schedule, name)
    for (const farmer of totals.keys())
      if (!lines.some((line) => line.farmer === farmer))
        differences.push(`${name}: member ${farmer} brought cherry and has no line`)
    for (const line of lines) {
      const total = totals.get(line.farmer)
      recomputeLine(schedule, line, total ?? { grams: 0n, cents: 0n }, `${name}, member ${line.farmer}`)
    }
    agree(
      `${name}, kilograms x 1000`,
      gramsOf(schedule.kilograms),
      sumOf(lines, ({ kilograms }) => gramsOf(kilograms)),
    )
    for (const [what, stored, of] of [
      ['total', schedule.total, (line: RawLine) => line.total],
      ['recovered', schedule.recovered, (line: RawLine) => line.recovered],
      ['net', schedule.net, (line: RawLine) => line.net],
      ['left over', schedule.leftOver, (line: RawLine) => line.leftOver],
    ] as const)
      agree(
        `${name}, ${what} of the header`,
        BigInt(stored),
        sumOf(lines, (line) => BigInt(of(line))),
      )
    if (BigInt(schedule.total) > BigInt(schedule.pool)) differences.push(`${name} is more than its pool`)
    recomputeMoney(schedule, lines, name)
  }
  return { differences, due, societies: societiesOf(), balances }

  /** What the cherry of each member is worth, at one rate or at that of each factory. */
  function totalsOf({ brought, shares, parts }: RawTables, schedule: RawSchedule, name: string) {
    const own = brought.filter(
      ({ society, season, cycle }) =>
        society === schedule.society && season === schedule.season && cycle <= schedule.cycle,
    )
    const split = shares.filter((share) => share.schedule === schedule.id)
    const places = atFactories(split.length > 0 ? own : own.map((one) => ({ ...one, factory: '' })))
    const all =
      split.length === 0
        ? pricedAt(places, schedule.rate, schedule.pool, `${name}, rate`)
        : split.flatMap((share) =>
            pricedAt(
              places.filter(({ factory }) => factory === share.factory),
              share.rate,
              share.amount,
              `${name}, rate of the factory ${share.factory ?? 'of none'}`,
            ),
          )
    const partOf = new Map(parts.map(({ line, factory, cents }) => [`${line} ${factory}`, BigInt(cents)]))
    for (const line of split.length > 0 ? (linesOf.get(schedule.id) ?? []) : [])
      for (const { farmer, factory, cents } of all)
        if (farmer === line.farmer)
          agree(`${name}, member ${farmer} at ${factory}`, partOf.get(`${line.id} ${factory}`) ?? 0n, cents)
    const totals = new Map<string, { grams: bigint; cents: bigint }>()
    for (const { farmer, grams, cents } of all) {
      const before = totals.get(farmer) ?? { grams: 0n, cents: 0n }
      totals.set(farmer, { grams: before.grams + grams, cents: before.cents + cents })
    }
    return totals
  }
  function pricedAt(places: ReturnType<typeof atFactories>, rate: string, pool: string, what: string): Priced[] {
    const grams = sumOf(places, (place) => place.grams)
    agree(what, BigInt(rate), grams > 0n ? (BigInt(pool) * 1000n) / grams : 0n)
    return priced(places, BigInt(rate), BigInt(pool))
  }

  /** Weight by rate, less what the member owed when it was approved, lenders in their order and the oldest season first. */
  function recomputeLine(
    schedule: RawSchedule,
    line: RawLine,
    { grams, cents }: { grams: bigint; cents: bigint },
    name: string,
  ): void {
    agree(`${name}, kilograms x 1000`, gramsOf(line.kilograms), grams)
    agree(`${name}, total`, BigInt(line.total), cents)
    let left = cents
    const taken = recoveriesOf.get(line.id) ?? []
    const inOrder = (loansOf.get(line.farmer) ?? [])
      .filter(({ lender }) => schedule.lenders.includes(lender))
      .toSorted((one, other) => {
        const [first, second] = [schedule.lenders.indexOf(one.lender), schedule.lenders.indexOf(other.lender)]
        return first === second ? (one.season < other.season ? -1 : 1) : first - second
      })
    for (const loan of inOrder) {
      const owed = sumOf(
        (movesOfLoan.get(loan.id) ?? []).filter(({ at }) => at < schedule.decidedAt),
        (move) => BigInt(move.cents),
      )
      const counted = owed < left ? owed : left
      left -= counted
      const stored = taken.find((one) => one.loan === loan.id)
      agree(`${name}, recovered for ${loan.lender} of ${loan.season}`, BigInt(stored?.cents ?? 0), counted)
    }
    const recovered = cents - left
    agree(`${name}, recovered`, BigInt(line.recovered), recovered)
    agree(`${name}, net with what is left over`, BigInt(line.net) + BigInt(line.leftOver), left)
    // M-PESA pays whole shillings. A line that went there once has left its cents behind for ever.
    const cut = left % 100n
    if (line.way === 'MPESA' ? BigInt(line.leftOver) !== cut : ![0n, cut].includes(BigInt(line.leftOver)))
      differences.push(`${name}, left over: ${shown(BigInt(line.leftOver))} stands there, ${shown(cut)} is right`)
    due.set(line.id, { grams, total: cents, recovered, rest: left })
  }

  /** What was set aside, and to whom it went: each paid line once, by a payout of its amount to its account. */
  function recomputeMoney(schedule: RawSchedule, lines: readonly RawLine[], name: string): void {
    for (const line of lines) {
      const paid = (payoutsOf.get(line.id) ?? []).filter(({ status }) => status === 'PAID')
      const isPaid = line.status === 'SUCCESS'
      if (paid.length !== (isPaid ? 1 : 0))
        differences.push(`${name}, member ${line.farmer}: is ${line.status}, and was paid ${paid.length} times`)
      for (const { cents, account } of paid) {
        agree(`${name}, member ${line.farmer}, paid`, BigInt(cents), BigInt(line.net))
        if (account !== line.account) differences.push(`${name}, member ${line.farmer}: was paid to another account`)
      }
    }
    const lenders = raw.lenderPayments.filter((payment) => payment.schedule === schedule.id)
    const recovered = lines.flatMap(({ id }) => recoveriesOf.get(id) ?? [])
    for (const payment of lenders) {
      const own = recovered.filter(({ lender }) => lender === payment.lender)
      agree(
        `${name}, lender ${payment.lender}`,
        BigInt(payment.cents),
        sumOf(own, ({ cents }) => BigInt(cents)),
      )
      const paid = (payoutsOf.get(payment.id) ?? []).filter(({ status }) => status === 'PAID')
      if (paid.length !== (payment.status === 'SUCCESS' ? 1 : 0))
        differences.push(`${name}, lender ${payment.lender}: is ${payment.status}, and was paid ${paid.length} times`)
      for (const { cents } of paid)
        agree(`${name}, lender ${payment.lender}, paid`, BigInt(cents), BigInt(payment.cents))
    }
    const unpaid =
      sumOf(
        lines.filter(({ status }) => status !== 'SUCCESS'),
        ({ net }) => BigInt(net),
      ) +
      BigInt(schedule.recovered) -
      sumOf(
        lenders.filter(({ status }) => status === 'SUCCESS'),
        ({ cents }) => BigInt(cents),
      )
    agree(`${name}, set aside and not paid`, asideOfSchedule(schedule), unpaid)
    const setAside = sumOf(asideOf.get(schedule.id) ?? [], ({ cents }) => BigInt(cents))
    const traces = raw.traces.filter((trace) => trace.schedule === schedule.id)
    agree(
      `${name}, traced to deals`,
      sumOf(traces, ({ shillings }) => BigInt(shillings)),
      setAside,
    )
  }
  function asideOfSchedule({ id }: RawSchedule): bigint {
    const causes = [id, ...(linesOf.get(id) ?? []).map((line) => line.id)]
    const ofLenders = raw.lenderPayments.filter(({ schedule }) => schedule === id).map((payment) => payment.id)
    return sumOf(
      [...causes, ...ofLenders].flatMap((cause) => asideOf.get(cause) ?? []),
      ({ cents }) => BigInt(cents),
    )
  }

  /** Dollars in, converted, shillings, paid, recovered, waiting and carried, of each society: it closes to nothing. */
  function societiesOf(): Map<string, Season> {
    const seasons = new Map<string, Season>()
    const movesOf = Map.groupBy(raw.accountMoves, ({ account }) => account)
    for (const [code, accounts] of Map.groupBy(raw.accounts, (account) => account.code)) {
      const society = accounts[0]?.society ?? ''
      const ofPurpose = (isDollars: boolean) =>
        accounts.filter(({ purpose }) => (purpose !== 'FARMERS_KES') === isDollars)
      const all = (isDollars: boolean) => ofPurpose(isDollars).flatMap(({ id }) => movesOf.get(id) ?? [])
      const left = (isDollars: boolean) => sumOf(ofPurpose(isDollars), ({ id }) => balances.get(id) ?? 0n)
      const schedules = raw.schedules.filter((schedule) => schedule.society === society)
      const lines = schedules.flatMap(({ id }) => linesOf.get(id) ?? [])
      const ofSchedules = new Set(['communal_payment', 'schedule_line'])
      const converted = raw.conversions.filter((one) => one.society === society)
      for (const { id, dollars, shillings, rate } of converted) {
        agree(`${code}, conversion ${id}`, BigInt(shillings), (BigInt(dollars) * BigInt(rate)) / 1_000_000n)
        const moved = (isDollars: boolean) =>
          sumOf(
            all(isDollars).filter(({ cause }) => cause === id),
            ({ cents }) => BigInt(cents),
          )
        agree(`${code}, dollars of the conversion ${id}`, -moved(true), BigInt(dollars))
        agree(`${code}, shillings of the conversion ${id}`, moved(false), BigInt(shillings))
      }
      const season: Season = {
        dollarsIn: sumOf(
          all(true).filter(({ causeKind }) => causeKind !== 'society_transfer'),
          ({ cents }) => BigInt(cents),
        ),
        converted: sumOf(converted, ({ dollars }) => BigInt(dollars)),
        dollarsLeft: left(true),
        shillingsIn: sumOf(
          all(false).filter(({ causeKind }) => !ofSchedules.has(causeKind)),
          ({ cents }) => BigInt(cents),
        ),
        paid: sumOf(
          lines.filter(({ status }) => status === 'SUCCESS'),
          ({ net }) => BigInt(net),
        ),
        recovered: sumOf(
          raw.lenderPayments.filter(
            ({ schedule, status }) => status === 'SUCCESS' && schedules.some(({ id }) => id === schedule),
          ),
          ({ cents }) => BigInt(cents),
        ),
        waiting: sumOf(schedules, asideOfSchedule),
        carried: left(false),
      }
      agree(
        `${code}, shillings that came in`,
        season.paid + season.recovered + season.waiting + season.carried,
        season.shillingsIn,
      )
      seasons.set(code, season)
    }
    return seasons
  }
}
