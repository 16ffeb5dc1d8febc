import { atFactories, priced, type Priced } from './pricedCherry.ts'
import { gramsOf, shown, sumOf, type RawLine, type RawSchedule, type RawTables } from './rawTables.ts'
import { ruledAmounts, type Ruled } from './ruledAmounts.ts'

// The money of schedules, counted again from deliveries, loans, deals and movements, in whole numbers. Nothing of the program is used.

/** What does not agree, in a sentence with both figures. */
type Difference = string

/** What a member must get of a schedule. */
type Due = { grams: bigint; total: bigint; bonus: bigint; deducted: bigint; recovered: bigint; rest: bigint }
/** What a society's money came to, in cents; dollars are cents of dollars. */
type Season = Record<
  'shillingsIn' | 'paid' | 'recovered' | 'deducted' | 'waiting' | 'carried' | 'dollarsIn' | 'converted' | 'dollarsLeft',
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
  const deductionsOf = Map.groupBy(raw.deductions, ({ line }) => line)
  const ruled = ruledAmounts(raw)
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
      ['bonus', schedule.bonus, (line: RawLine) => line.bonus],
      ['deducted', schedule.deducted, (line: RawLine) => line.deducted],
      ['recovered', schedule.recovered, (line: RawLine) => line.recovered],
      ['net', schedule.net, (line: RawLine) => line.net],
      ['left over', schedule.leftOver, (line: RawLine) => line.leftOver],
    ] as const)
      agree(
        `${name}, ${what} of the header`,
        BigInt(stored),
        sumOf(lines, (line) => BigInt(of(line))),
      )
    if (BigInt(schedule.total) + BigInt(schedule.bonus) > BigInt(schedule.pool))
      differences.push(`${name} is more than its pool`)
    recomputeMoney(schedule, lines, name)
  }
  return { differences, due, societies: societiesOf(), balances }

  /** What a member has brought in the season up to a schedule: rules by the kilogram count from its beginning. */
  function gramsSoFar(schedule: RawSchedule, farmer: string): bigint {
    const own = soFar(raw.brought, schedule).filter((one) => one.farmer === farmer)
    return sumOf(own, ({ kilograms }) => gramsOf(kilograms))
  }

  /** What the cherry of each member is worth, at one rate or at that of each factory. */
  function totalsOf({ brought, shares, parts }: RawTables, schedule: RawSchedule, name: string) {
    const own = soFar(brought, schedule).filter(({ cycle }) => !schedule.sinceLast || cycle === schedule.cycle)
    const split = shares.filter((share) => share.schedule === schedule.id)
    const places = atFactories(split.length > 0 ? own : own.map((one) => ({ ...one, factory: '' })))
    // Premiums come out of the pool before the rate.
    const weights = Map.groupBy(places, ({ farmer }) => farmer)
    const premiums = [...weights.keys()].flatMap((farmer) =>
      ruled(schedule, farmer, gramsSoFar(schedule, farmer)).filter(({ rule }) => rule.kind === 'PREMIUM'),
    )
    const pool = BigInt(schedule.pool) - sumOf(premiums, ({ cents }) => cents)
    const all =
      split.length === 0
        ? pricedAt(places, schedule.rate, pool, `${name}, rate`)
        : split.flatMap((share) =>
            pricedAt(
              places.filter(({ factory }) => factory === share.factory),
              share.rate,
              BigInt(share.amount),
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
  function pricedAt(places: ReturnType<typeof atFactories>, rate: string, pool: bigint, what: string): Priced[] {
    const grams = sumOf(places, (place) => place.grams)
    agree(what, BigInt(rate), grams > 0n ? (pool * 1000n) / grams : 0n)
    return priced(places, BigInt(rate), pool)
  }

  /**
   * Weight by rate with the premiums, less what the member owed when it was approved: the fund of the state, inputs, other lenders in
   * their order and the oldest season first, SACCOs, transport.
   */
  function recomputeLine(
    schedule: RawSchedule,
    line: RawLine,
    { grams, cents }: { grams: bigint; cents: bigint },
    name: string,
  ): void {
    agree(`${name}, kilograms x 1000`, gramsOf(line.kilograms), grams)
    agree(`${name}, total`, BigInt(line.total), cents)
    const stored = new Map((deductionsOf.get(line.id) ?? []).map((one) => [one.rule, BigInt(one.cents)]))
    const rules = ruled(schedule, line.farmer, gramsSoFar(schedule, line.farmer)).filter(
      ({ rule }) => !schedule.leftOut.includes(rule.id),
    )
    const premiums = rules.filter(({ rule }) => rule.kind === 'PREMIUM')
    for (const { rule, cents: added } of premiums)
      agree(`${name}, added by ${rule.title}`, stored.get(rule.id) ?? 0n, added)
    const bonus = sumOf(premiums, (one) => one.cents)
    agree(`${name}, bonus`, BigInt(line.bonus), bonus)
    for (const [rule, taken] of stored)
      if (!rules.some((one) => one.rule.id === rule)) agree(`${name}, of the deduction ${rule}`, taken, 0n)
    let left = cents + bonus
    let deducted = 0n
    let recovered = 0n
    const taken = recoveriesOf.get(line.id) ?? []
    for (const { claim, owed, of } of claimsOf(schedule, line.farmer, rules)) {
      const counted = owed < left ? owed : left
      left -= counted
      if (claim === 'rule') {
        deducted += counted
        agree(`${name}, taken by ${of.title}`, stored.get(of.id) ?? 0n, counted)
      } else {
        recovered += counted
        const there = taken.find((one) => one.loan === of.id)
        agree(`${name}, recovered for ${of.lender} of ${of.season}`, BigInt(there?.cents ?? 0), counted)
      }
    }
    agree(`${name}, deducted`, BigInt(line.deducted), deducted)
    agree(`${name}, recovered`, BigInt(line.recovered), recovered)
    agree(`${name}, net with what is left over`, BigInt(line.net) + BigInt(line.leftOver), left)
    // M-PESA pays whole shillings. A line that went there once has left its cents behind for ever.
    const cut = left % 100n
    if (line.way === 'MPESA' ? BigInt(line.leftOver) !== cut : ![0n, cut].includes(BigInt(line.leftOver)))
      differences.push(`${name}, left over: ${shown(BigInt(line.leftOver))} stands there, ${shown(cut)} is right`)
    due.set(line.id, { grams, total: cents, bonus, deducted, recovered, rest: left })
  }

  /** Who takes of a line, in the order of the law; of each lender the oldest season first. */
  function claimsOf(schedule: RawSchedule, farmer: string, rules: readonly Ruled[]) {
    const loans = (loansOf.get(farmer) ?? [])
      .filter(({ lender }) => schedule.lenders.includes(lender))
      .map((of) => {
        const owed = sumOf(
          (movesOfLoan.get(of.id) ?? []).filter(({ at }) => at < schedule.decidedAt),
          (move) => BigInt(move.cents),
        )
        const rank = of.lenderType === 'KPCU' ? 1 : 3
        return { claim: 'loan', of, owed, rank, place: schedule.lenders.indexOf(of.lender), last: of.season } as const
      })
    const taking = rules
      .filter(({ rule }) => rule.kind !== 'PREMIUM')
      .map(({ rule: of, cents: owed }) => {
        const rank = { INPUTS: 2, SACCO: 4 }[of.kind] ?? 5
        return { claim: 'rule', of, owed, rank, place: 0, last: of.id } as const
      })
    return [...loans, ...taking].toSorted(
      (one, other) => one.rank - other.rank || one.place - other.place || (one.last < other.last ? -1 : 1),
    )
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
    const deducted = lines.flatMap(({ id }) => deductionsOf.get(id) ?? [])
    for (const payment of lenders) {
      const rule = raw.rules.find(({ id }) => id === payment.rule)
      const who = `${name}, ${payment.lender === null ? `payee of ${rule?.title}` : `lender ${payment.lender}`}`
      const own: readonly { cents: string }[] =
        payment.lender === null
          ? deducted.filter((one) => one.rule === payment.rule)
          : recovered.filter(({ lender }) => lender === payment.lender)
      agree(
        who,
        BigInt(payment.cents),
        sumOf(own, ({ cents }) => BigInt(cents)),
      )
      const paid = (payoutsOf.get(payment.id) ?? []).filter(({ status }) => status === 'PAID')
      if (paid.length !== (payment.status === 'SUCCESS' ? 1 : 0))
        differences.push(`${who}: is ${payment.status}, and was paid ${paid.length} times`)
      for (const { cents, account } of paid) {
        agree(`${who}, paid`, BigInt(cents), BigInt(payment.cents))
        if (rule && account !== rule.account) differences.push(`${who}: was paid to another account`)
      }
    }
    const unpaid =
      sumOf(
        lines.filter(({ status }) => status !== 'SUCCESS'),
        ({ net }) => BigInt(net),
      ) +
      BigInt(schedule.recovered) +
      BigInt(schedule.deducted) -
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
      const paidOn = (which: (payment: (typeof raw.lenderPayments)[number]) => boolean) =>
        sumOf(
          raw.lenderPayments.filter(
            (payment) =>
              payment.status === 'SUCCESS' && which(payment) && schedules.some(({ id }) => id === payment.schedule),
          ),
          ({ cents }) => BigInt(cents),
        )
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
        recovered: paidOn(({ lender }) => lender !== null),
        deducted: paidOn(({ lender }) => lender === null),
        waiting: sumOf(schedules, asideOfSchedule),
        carried: left(false),
      }
      agree(
        `${code}, shillings that came in`,
        season.paid + season.recovered + season.deducted + season.waiting + season.carried,
        season.shillingsIn,
      )
      seasons.set(code, season)
    }
    return seasons
  }
}

/** What had been brought in the season of a schedule up to its cycle. */
const soFar = (brought: RawTables['brought'], { society, season, cycle }: RawSchedule) =>
  brought.filter((one) => one.society === society && one.season === season && one.cycle <= cycle)
