import { sumOf, type RawRule, type RawSchedule, type RawTables } from './rawTables.ts'

/** What a rule comes to for a member: so much of it is still to be taken or added. */
export type Ruled = { rule: RawRule; cents: bigint }

/**
 * What the rules of a society come to for a member when a schedule was decided: kilograms by their amount, half a cent and more a cent,
 * or the amount itself, or what a file says of the member; less what earlier schedules of the season took or added. Also those that the schedule left out.
 */
export function ruledAmounts(raw: RawTables) {
  const scheduleOf = new Map(raw.schedules.map((schedule) => [schedule.id, schedule]))
  const lineOf = new Map(raw.lines.map((line) => [line.id, line]))
  const saidOf = new Map(raw.amounts.map(({ farmer, rule, cents }) => [`${farmer} ${rule}`, cents]))
  const wentTo = Map.groupBy(raw.deductions, ({ line, rule }) => `${lineOf.get(line)?.farmer} ${rule}`)
  return ({ society, season, decidedAt }: RawSchedule, farmer: string, grams: bigint): Ruled[] =>
    raw.rules
      .filter(
        (rule) =>
          rule.society === society &&
          rule.season === season &&
          rule.from < decidedAt &&
          (rule.until === null || rule.until > decidedAt),
      )
      .flatMap((rule) => {
        const amount = BigInt(rule.amount ?? saidOf.get(`${farmer} ${rule.id}`) ?? 0)
        const all = rule.basis === 'PER_KG' ? (2n * grams * amount + 1000n) / 2000n : amount
        const before = (wentTo.get(`${farmer} ${rule.id}`) ?? []).filter(({ line }) => {
          const schedule = scheduleOf.get(lineOf.get(line)?.schedule ?? '')
          return schedule?.season === season && schedule.decidedAt < decidedAt
        })
        const cents = all - sumOf(before, (one) => BigInt(one.cents))
        return cents > 0n ? [{ rule, cents }] : []
      })
}
