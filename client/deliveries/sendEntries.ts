import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { errors } from '#contract/house/errors.ts'
import { call, CallRefused } from '#client/kit/call.ts'
import { outcomeIn } from '#client/kit/decisions/decisions.ts'
import { callQuery, queryClient, refreshLists } from '#client/kit/queries.ts'
import { fieldsOfRow, nextBatch, nextDue, pauseAfter, settled, type Entry, type EntryOutcome } from './entries.ts'
import { entryQueue, isOwner, keepEntry, setLink } from './entryStore.ts'

/** The disclaimer in force, as it was read last. */
export const disclaimerQuery = { ...callQuery(cherryDelivery.calls.disclaimer, {}), staleTime: 3_600_000 }

/** Refusals that pass by themselves. */
const passing = new Set(['network', 'server.busy', 'server.fault', 'rate.limited', 'key.in_progress'])

const unread = 'delivery.disclaimer_changed'

let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false
let failures = 0

/** Sends what waits as soon as it may go; to be called after every change of the queue. Several calls are one. */
export function wakeSender() {
  clearTimeout(timer)
  if (isSending || !isOwner()) return
  const due = nextDue(entryQueue().entries, Date.now())
  if (due === undefined) return
  // The browser knows; asking would only put entries in doubt that nobody has seen.
  if (!navigator.onLine) return setLink({ state: 'lost', code: 'network' })
  timer = setTimeout(() => void send(), failures > 0 ? Math.max(due, pauseAfter(failures)) : due)
}

/** Tries at once, without the pause after a failure. */
export function sendNow() {
  failures = 0
  wakeSender()
}

/** Follows the network while the page lives. */
export function followNetwork(): () => void {
  const lose = () => setLink({ state: 'lost', code: 'network' })
  const regain = () => {
    setLink({})
    sendNow()
  }
  if (!navigator.onLine) lose()
  addEventListener('offline', lose)
  addEventListener('online', regain)
  return () => {
    removeEventListener('offline', lose)
    removeEventListener('online', regain)
  }
}

async function send() {
  const batch = nextBatch(entryQueue().entries, Date.now())
  if (batch.length === 0) return wakeSender()
  isSending = true
  setLink({ state: 'sending' })
  try {
    await sendBatch(batch)
    failures = 0
    setLink({})
    void refreshLists()
  } catch (fault) {
    const refused = fault as CallRefused
    if (!passing.has(refused.code)) {
      isSending = false
      return stop(refused)
    }
    failures += 1
    setLink({ state: 'lost', problem: refused.message, code: refused.code })
  }
  isSending = false
  wakeSender()
}

/** A person must do something first: accept the disclaimer again, sign in, get the permission back. */
function stop(refused: CallRefused) {
  if (refused.code === unread) void queryClient.invalidateQueries(disclaimerQuery)
  setLink({ state: 'stopped', problem: refused.message, code: refused.code })
}

async function sendBatch(batch: readonly Entry[]): Promise<void> {
  const { version, acceptedAt } = await queryClient.ensureQueryData(disclaimerQuery)
  if (acceptedAt === null) throw new CallRefused({ code: unread, ...errors[unread] })
  // Until the answer comes nobody can say whether they have arrived.
  for (const entry of batch) keepEntry({ ...entry, inDoubt: true })
  try {
    const { data } = await call(cherryDelivery.calls.enterBatch, {
      body: { deliveries: batch.map(sentOf), disclaimerVersion: version },
    })
    settle(data.rows)
  } catch (fault) {
    const refused = fault as CallRefused
    // None was accepted, each for its own reason.
    const outcome = outcomeIn(refused)
    if (outcome) return settle(outcome.rows)
    // The server answered, so nothing of the batch was accepted.
    if (refused.status > 0 && refused.status < 500)
      for (const entry of batch) keepEntry({ ...entry, inDoubt: entry.inDoubt })
    if (refused.code !== 'input.invalid') throw fault
    await sendWithout(batch, (refused.details['fields'] ?? {}) as Record<string, string>, refused.message)
  }
}

/** One bad row refuses a batch as a whole: it is set apart, and the others go again. */
async function sendWithout(batch: readonly Entry[], fields: Record<string, string>, message: string) {
  const bad = batch.flatMap((entry, row) => {
    const own = fieldsOfRow(fields, row)
    return Object.keys(own).length > 0 ? [{ id: entry.id, outcome: 'failed' as const, message, fields: own }] : []
  })
  // A refusal that names no row is about all of them.
  settle(bad.length > 0 ? bad : batch.map(({ id }) => ({ id, outcome: 'failed', message })))
  const rest = batch.filter(({ id }) => bad.length > 0 && !bad.some((row) => row.id === id))
  if (rest.length > 0) await sendBatch(rest)
}

function settle(rows: readonly EntryOutcome[]) {
  for (const row of rows) {
    const entry = entryQueue().entries.find(({ id }) => id === row.id)
    if (entry) keepEntry(settled(entry, row))
  }
}

const sentOf = (entry: Entry) => ({
  id: entry.id,
  memberNumber: entry.memberNumber,
  currentDelivery: entry.currentDelivery,
  deliveredOn: entry.deliveredOn,
  factoryId: entry.factoryId === '' ? null : entry.factoryId,
  receiptNumber: entry.receiptNumber,
})
