import { z } from 'zod'
import { fraction } from './seeded.ts'

/** What can go wrong with an answer. */
export const answerFaults = ['timeout', 'late', 'wrong', 'garbage', 'error500', 'drop', 'away', 'duplicate'] as const
/** What somebody between the bank and us can do to a statement. */
const forgeries = ['forged', 'unsigned'] as const
/** What can go wrong with a message of the bank's own accord. */
export const callbackFaults = [
  'callbackNever',
  'callbackTwice',
  'callbackLate',
  'callbackAfterNext',
  'callbackWrong',
  'callbackGarbage',
] as const
export type AnswerFault = (typeof answerFaults)[number] | (typeof forgeries)[number]

/** A fault as it is set; without rate and every it applies always, without accounts everywhere, without for until cleared. */
export const Fault = z
  .strictObject({
    kind: z.enum([...answerFaults, ...forgeries, ...callbackFaults, 'refuse']),
    /** Whether an order with the fault has its effect: before it goes no further (or, late, goes on later), after it is done. */
    when: z.enum(['before', 'after']).optional(),
    /** With what an order is refused. */
    code: z.string().max(20).optional(),
    rate: z.number().min(0).max(1).optional(),
    every: z.number().int().min(1).optional(),
    /** Account numbers, or one regular expression that the number must match. */
    accounts: z.union([z.array(z.string()), z.string().refine(isPattern, 'not a regular expression')]).optional(),
    path: z.string().optional(),
    delayMs: z.number().int().min(0).max(600_000).optional(),
    for: z
      .strictObject({ count: z.number().int().min(1).optional(), ms: z.number().int().min(1).optional() })
      .optional(),
  })
  .refine((fault) => fault.rate === undefined || fault.every === undefined, 'give rate or every, not both')
export type Fault = z.infer<typeof Fault>

/** A fault as it applies to one answer; hit counts from 0 so that garbage comes in every variant. */
export type InjectedFault<Kind extends Fault['kind']> = Kind extends unknown
  ? { kind: Kind; delayMs: number; hit: number; when: 'before' | 'after'; code: string | undefined }
  : never

export type Faults = ReturnType<typeof makeFaults>

/** The faults in force, tried in the order in which they were set; the first that applies wins. */
export function makeFaults({ seed, now }: { seed: string; now: () => number }) {
  let inForce: { id: number; fault: Fault; asked: number; hits: number; startedAt: number }[] = []
  let lastId = 0
  // How often each account was looked up: a rate then hits the same attempts whatever order concurrent calls arrive in.
  const attempts = new Map<string, number>()

  function forgetSpent(): void {
    inForce = inForce.filter(({ fault, hits, startedAt }) => {
      const { count = Infinity, ms = Infinity } = fault.for ?? {}
      return hits < count && now() - startedAt < ms
    })
  }

  function nextFault<Kind extends Fault['kind']>(
    kinds: readonly Kind[],
    { path, accountNumber }: { path: string; accountNumber: string },
  ): InjectedFault<Kind> | null {
    forgetSpent()
    if (inForce.length === 0) return null
    // Without a rate nobody needs the count, and a fault that stands for good would count every account there is.
    const counts = inForce.some(({ fault }) => fault.rate !== undefined)
    const attempt = counts ? (attempts.get(accountNumber) ?? 0) + 1 : 0
    if (counts) attempts.set(accountNumber, attempt)
    for (const entry of inForce) {
      const { fault, id } = entry
      const kind = kinds.find((each) => each === fault.kind)
      if (kind === undefined) continue
      if (fault.path !== undefined && fault.path !== path) continue
      if (!concerns(fault.accounts, accountNumber)) continue
      entry.asked += 1
      if (fault.rate !== undefined && fraction(`${seed} ${id} ${accountNumber} ${attempt}`) >= fault.rate) continue
      if (fault.every !== undefined && entry.asked % fault.every !== 0) continue
      entry.hits += 1
      const { delayMs = 2000, when = 'after', code } = fault
      return { kind, delayMs, when, code, hit: entry.hits - 1 } as InjectedFault<Kind> // border: one of the kinds, whichever
    }
    return null
  }

  return {
    add: (fault: Fault): number => {
      lastId += 1
      inForce.push({ id: lastId, fault, asked: 0, hits: 0, startedAt: now() })
      return lastId
    },
    clear: (): void => {
      inForce = []
      attempts.clear()
    },
    list: () => {
      forgetSpent()
      return inForce.map(({ id, fault, asked, hits }) => ({ id, ...fault, asked, hits }))
    },
    /** What befalls the answer to a call, or the order in it. */
    answerFault: (call: { path: string; accountNumber: string }) =>
      nextFault([...answerFaults, ...forgeries, 'refuse'], call),
    /** What befalls a message of the bank's own accord. */
    callbackFault: (call: { path: string; accountNumber: string }) => nextFault(callbackFaults, call),
  }
}

function concerns(accounts: Fault['accounts'], accountNumber: string): boolean {
  if (accounts === undefined) return true
  return typeof accounts === 'string' ? new RegExp(accounts).test(accountNumber) : accounts.includes(accountNumber)
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
