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
  /** What who acts next must be allowed. */
  acts?: Permission
}
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
        due: null,
        lateDays: 0,
        turn: null,
        names: [],
        people: [],
      }
    const { done, of, on, due, turn, names } = known
    if (of > 0 && done >= of)
      return { stage, state: 'DONE', on, done, of, due: null, lateDays: 0, turn: null, names: [], people: [] }
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
      due,
      lateDays,
      turn: hasBegun ? turn : null,
      names: hasBegun ? [...names] : [],
      people: [],
    }
  })
}
