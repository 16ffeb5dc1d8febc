import type { Permission } from '#contract/house/permissions.ts'
import { timelineStages, type Timeline, type TimelineStage, type Turn } from '#contract/outturns/timeline.ts'
import { workingDaysBetween } from '#server/facts/workingDays.ts'

/** What is known of one stage: how many of how many, when the last came, until when the others should, and who must act. */
export type StageFacts = {
  done: number
  of: number
  on: string | null
  due: string | null
  turn: Turn
  names: readonly string[]
  /** Societies are counted, not records. */
  ofSocieties?: true
  /** What who acts next must be allowed. */
  acts?: Permission
}
/** The stages of the dollars of an outturn, each of which a society takes for itself. */
export type MoneyFacts = Record<'CREDITED' | 'CONVERTED' | 'SCHEDULED' | 'IN_ACCOUNT', StageFacts>
/** Null: hidden from this reader. */
export type TimelineFacts = Record<TimelineStage, StageFacts | null>

/**
 * How far something has come. A stage is done when all that is known of it is, and late from the working day after its due day.
 * What is ahead waits for nobody until a stage before it has begun: the turn stands on the first that is not done.
 */
export function timelineOf(facts: TimelineFacts, today: string, daysOff: ReadonlySet<string>): Timeline['stages'] {
  let isReached = true
  return timelineStages.map((stage) => {
    const known = facts[stage]
    if (!known)
      return {
        stage,
        state: 'HIDDEN',
        on: null,
        done: 0,
        of: 0,
        ofSocieties: false,
        due: null,
        lateDays: 0,
        turn: null,
        names: [],
        people: [],
      }
    const { done, of, on, due, turn, names } = known
    const ofSocieties = known.ofSocieties ?? false
    if (of > 0 && done >= of)
      return {
        stage,
        state: 'DONE',
        on,
        done,
        of,
        ofSocieties,
        due: null,
        lateDays: 0,
        turn: null,
        names: [],
        people: [],
      }
    const hasBegun = isReached || done > 0 || of > 0
    isReached = false
    const lateDays = hasBegun && due !== null && due < today ? workingDaysBetween(due, today, daysOff) : 0
    const state = !hasBegun ? 'AHEAD' : lateDays > 0 ? 'LATE' : 'NOW'
    return {
      stage,
      state,
      on,
      done,
      of,
      ofSocieties,
      due,
      lateDays,
      turn: hasBegun ? turn : null,
      names: hasBegun ? [...names] : [],
      people: [],
    }
  })
}

const isDone = ({ done, of }: StageFacts) => of > 0 && done >= of

/**
 * The stages of the dollars of all societies of an outturn, hidden where the reader may know of none. What arrived is counted in its
 * payments; from there on societies are, each of which is done when all of its own is. A stage waits for those that are not.
 */
export function ofSocieties(each: readonly MoneyFacts[]): Pick<TimelineFacts, keyof MoneyFacts> {
  const together = (stage: keyof MoneyFacts): StageFacts | null => {
    const facts = each.map((one) => one[stage])
    const [first] = facts
    if (!first || facts.length === 1) return first ?? null
    const waiting = facts.filter((one) => !isDone(one))
    const [next = first] = waiting.toSorted((a, b) => b.of - a.of)
    const counted =
      stage === 'CREDITED'
        ? { done: sumOf(facts.map(({ done }) => done)), of: sumOf(facts.map(({ of }) => of)) }
        : {
            done: facts.length - waiting.length,
            of: facts.some(({ of }) => of > 0) ? facts.length : 0,
            ofSocieties: true as const,
          }
    return {
      ...next,
      ...counted,
      on:
        facts
          .flatMap(({ on }) => on ?? [])
          .toSorted()
          .at(-1) ?? null,
      names: [...new Set(waiting.flatMap(({ turn, names }) => (turn === next.turn ? names : [])))],
    }
  }
  return {
    CREDITED: together('CREDITED'),
    CONVERTED: together('CONVERTED'),
    SCHEDULED: together('SCHEDULED'),
    IN_ACCOUNT: together('IN_ACCOUNT'),
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
