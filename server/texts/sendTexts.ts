import { textOf, type TextLanguage, type TextOccasion } from '#contract/house/textOccasions.ts'
import type { TextProblem, TextState } from '#contract/house/texts.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { startWatched } from '#server/kit/watched.ts'
import { longestSendMs, sendSms, type SmsOutcome } from '#server/kit/post/sms.ts'
import { readSetting } from '#server/facts/settings.ts'

/** So many are handed over at once, and may be in doubt when a server is killed. */
const batch = 32
const leaseMs = 2 * longestSendMs
const [firstPauseMs, longestPauseMs] = [15_000, 15 * 60_000]
const dayMs = 86_400_000
/** So many are removed in one statement, so that nobody waits for it. */
const forgottenAtOnce = 5_000

type Texting = Pick<House, 'db' | 'config'>

type Due = {
  id: string
  mobileNumber: string
  occasion: TextOccasion
  language: TextLanguage
  told: unknown
  society: string
  name: string
  attempts: number
}
type SentText = Due & { text: string; outcome: SmsOutcome }

/**
 * Hands over what is due: each text is noted as being sent, and committed, before the gateway is called. Answers how many came to
 * an end; 0 also when the gateway takes nothing, so that it is left alone for a while. Any number of servers may do so at once.
 */
export async function sendDue({ db, config }: Texting): Promise<number> {
  const { sms } = config
  if (!sms) return 0
  const claimed = await db.transaction('system', claimDue)
  if (claimed.length === 0) return 0
  const claimedAt = now().getTime()
  const sent = await Promise.all(
    claimed.map(async (due): Promise<SentText> => {
      const text = textOf(due)
      // Who slept since is too late: the lease is nearly over, and the text in doubt for everybody else.
      const isLate = now().getTime() - claimedAt > longestSendMs / 2
      const outcome: SmsOutcome = isLate
        ? { end: 'not_taken', problem: 'failed' }
        : await sendSms(sms, { ...due, text })
      return { ...due, text, outcome }
    }),
  )
  await db.transaction('system', (tx) => noteEnds(tx, sent))
  return sent.filter(({ outcome }) => outcome.end !== 'not_taken').length
}

const isDue = (at: Date) => sql`state = 'waiting' and next_at <= ${at} and expires_at > ${at}`

const claimDue = (tx: Tx): Promise<Due[]> =>
  rows(
    tx,
    sql<Due>`with due as (
        select id from farmer_texts where ${isDue(now())}
        order by (occasion = 'delivery_approved'), next_at limit ${batch} for update skip locked)
      update farmer_texts t set state = 'sending', attempts = t.attempts + 1, leased_until = ${new Date(now().getTime() + leaseMs)}
      from due, farmers f, organisations o where t.id = due.id and f.id = t.farmer_id and o.id = t.organisation_id
      returning t.id, t.mobile_number as "mobileNumber", t.occasion, t.language, t.told, t.attempts, o.name as society, f.full_name as name`,
  )

type End = { state: TextState; problem: TextProblem | ''; reference: string; nextAt: Date | null }

function endOf({ outcome, attempts }: SentText): End {
  if (outcome.end === 'sent') return { state: 'sent', problem: '', reference: outcome.reference, nextAt: null }
  const { problem } = outcome
  if (outcome.end !== 'not_taken') return { state: outcome.end, problem, reference: '', nextAt: null }
  const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
  return { state: 'waiting', problem, reference: '', nextAt: new Date(now().getTime() + pauseMs) }
}

/** A word that comes after the lease is better than the doubt. */
async function noteEnds(tx: Tx, sent: readonly SentText[]): Promise<void> {
  const ends = sent.map((one) => ({ id: one.id, text: one.text, ...endOf(one) }))
  const column = <Value>(of: (end: (typeof ends)[number]) => Value): Value[] => ends.map(of)
  await sql`update farmer_texts t set state = g.state, problem = g.problem, text = g.text, gateway_reference = g.reference,
      next_at = coalesce(g.next_at, t.next_at), leased_until = null, ended_at = case when g.state <> 'waiting' then ${now()}::timestamptz end
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ state }) => state)}::text[], ${column(({ problem }) => problem)}::text[],
      ${column(({ text }) => text)}::text[], ${column(({ reference }) => reference)}::text[], ${column(({ nextAt }) => nextAt)}::timestamptz[])
      as g (id, state, problem, text, reference, next_at)
    where t.id = g.id and t.state in ('sending', 'in_doubt')`.execute(tx)
}

/** Puts in doubt what a server left behind, ends what is no news any more, and removes what was kept long enough. Also without a gateway. */
export async function tidyTexts({ db }: Pick<Texting, 'db'>): Promise<void> {
  const forgotten = await db.transaction('system', async (tx) => {
    await sql`update farmer_texts set state = 'in_doubt', problem = 'stopped', leased_until = null, ended_at = ${now()}
      where state = 'sending' and leased_until < ${now()}`.execute(tx)
    await sql`update farmer_texts set state = 'expired', ended_at = ${now()}
      where id in (select id from farmer_texts
      where state = 'waiting' and expires_at <= ${now()} for update skip locked)`.execute(tx)
    const oldest = new Date(now().getTime() - (await readSetting(tx, 'smsKeptDays')) * dayMs)
    return changed(
      tx,
      sql`delete from farmer_texts where id in (select id from farmer_texts where created_at < ${oldest} and ended_at is not null limit ${forgottenAtOnce})`,
    )
  })
  if (forgotten === forgottenAtOnce) await tidyTexts({ db })
}

const sending = {
  isDue: (at: Date) => sql`exists (select from farmer_texts where ${isDue(at)})`,
  // A gateway that takes nothing is left alone for so long.
  pauseMs: 2_000,
  what: 'sending texts',
}

/** Sends and tidies while the server runs. */
export function startTexting(house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const sendAll = async (): Promise<void> => {
    while (!isStopping && (await sendDue(house)) > 0);
  }
  const works = [
    startInterval({ everyMs: 30_000, work: () => tidyTexts(house), log: house.log, what: 'tidying texts' }),
    ...(house.config.sms ? [startWatched(house, { ...sending, work: sendAll })] : []),
  ]
  return {
    stop: async () => {
      isStopping = true
      await Promise.all(works.map(({ stop }) => stop()))
    },
  }
}
