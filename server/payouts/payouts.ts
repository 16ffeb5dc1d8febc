import { toAmount } from '#contract/kit/money.ts'
import { refusal } from '#contract/kit/workflow.ts'
import {
  payoutChannels,
  payoutList,
  payouts,
  resumeStep,
  type PayoutBoard,
  type PayoutChannel,
} from '#contract/payouts/payouts.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { changed, one, rows, sql, together, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { searched } from '#server/kit/records/findHits.ts'
import { listPage } from '#server/kit/records/listPage.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { around, done, serve, type RequestFacts } from '#server/kit/web/serve.ts'
import { readSetting } from '#server/facts/settings.ts'
import { queryNow } from './queryLegs.ts'
import { needsAttention, payoutSource, readPayout, shapePayout } from './payoutRows.ts'
import { sentOf } from './sendLegs.ts'

const channelNames = Object.keys(payoutChannels) as PayoutChannel[] // border: the keys of the list
const contradictionDays = 7

type Pause = { id: string; channel: PayoutChannel; reason: string; pausedBy: string; by: string; at: Date }
const pauses = (tx: Tx, only: PayoutChannel | null = null): Promise<Pause[]> =>
  rows(
    tx,
    sql<Pause>`select c.id, c.channel, c.reason, c.paused_by as "pausedBy", u.full_name as by, c.paused_at as at from channel_pauses c
      join users u on u.id = c.paused_by where c.resumed_at is null and (${only}::text is null or c.channel = ${only}) ${only ? sql`for update of c` : sql``}`,
  )
const whyNotResume = (pause: Pause, actor: Actor) =>
  refusal(resumeStep, { status: 'PAUSED', makers: [pause.pausedBy] }, actor)

type Counted = { channel: PayoutChannel; waiting: number; underWay: number; inDoubt: number; oldest: Date | null }

async function readBoard(tx: Tx, actor: Actor): Promise<PayoutBoard> {
  const at = now()
  const [counted, paused, { attention, stuck, contradictions }, funds] = await together([
    rows(
      tx,
      sql<Counted>`select channel, count(*) filter (where status = 'QUEUED')::int as waiting,
        count(*) filter (where status in ('SENT', 'ACCEPTED'))::int as "underWay", count(*) filter (where status = 'IN_DOUBT')::int as "inDoubt",
        min(sent_at) filter (where status = 'IN_DOUBT') as oldest
      from payout_legs where settled_at is null group by channel`,
    ),
    pauses(tx),
    one(
      tx,
      sql<{
        attention: number
        stuck: number
        contradictions: number
      }>`select (select count(*)::int from payouts t where ${needsAttention(at)}) as attention,
      (select count(*)::int from payouts where status = 'REVERSAL_FAILED') as stuck,
      (select count(*)::int from payout_events where says = 'CONTRADICTS' and at > ${new Date(at.getTime() - contradictionDays * 86_400_000)}) as contradictions`,
    ),
    readFunds(tx, at),
  ])
  return {
    asOf: at.toISOString(),
    channels: channelNames.map((channel) => {
      const count = counted.find((each) => each.channel === channel)
      const pause = paused.find((each) => each.channel === channel)
      return {
        channel,
        waiting: count?.waiting ?? 0,
        underWay: count?.underWay ?? 0,
        inDoubt: count?.inDoubt ?? 0,
        oldestDoubtAt: count?.oldest?.toISOString() ?? null,
        pause: pause
          ? { reason: pause.reason, by: pause.by, at: pause.at.toISOString(), resume: whyNotResume(pause, actor) }
          : null,
      }
    }),
    funds,
    attention,
    stuck,
    contradictions,
  }
}

async function readFunds(tx: Tx, at: Date): Promise<PayoutBoard['funds']> {
  const [lenders, sent, hourMost, dayMost] = await together([
    rows(
      tx,
      sql<{
        id: string
        lenderName: string
      }>`select o.id, o.name as "lenderName" from funds f join organisations o on o.id = f.organisation_id
      where f.organisation_id = coalesce(app_fund(), f.organisation_id) order by o.name`,
    ),
    sentOf(tx, at),
    readSetting(tx, 'payoutsMostInHour'),
    readSetting(tx, 'payoutsMostInDay'),
  ])
  return lenders.map((lender) => {
    const { hourCents = 0n, dayCents = 0n } = sent.find(({ lenderId }) => lenderId === lender.id) ?? {}
    return { ...lender, hour: toAmount(hourCents), hourMost, day: toAmount(dayCents), dayMost }
  })
}

/** The desk of payouts. All it does to money is to query the bank and to stop what was not sent yet. */
export const payoutRoutes = serve(payouts, {
  list: ({ tx, actor, organisation, query }) =>
    listPage({
      tx,
      actor,
      screen: payoutList,
      query,
      source: payoutSource(actor, organisation, query.search),
      shape: shapePayout(actor),
    }),
  board: ({ tx, actor }) => readBoard(tx, actor),
  one: ({ tx, actor, params }) => readPayout(tx, actor, params.id),
  query: around({
    act: async ({ tx, actor, params }) => {
      await readPayout(tx, actor, params.id)
      const noted = await changed(
        tx,
        sql`insert into payout_events (id, payout_id, organisation_id, leg_id, at, what, says, by_user)
          select ${newId()}::uuid, payout_id, organisation_id, id, ${now()}::timestamptz, 'QUERY', '', ${actor.userId}::uuid
          from payout_legs where payout_id = ${params.id} and status in ('SENT', 'ACCEPTED', 'IN_DOUBT')`,
      )
      if (noted === 0) throw new Refused('payout.nothing_to_ask')
    },
    settle: async ({ house, actor, params }) => {
      const queried = await queryNow(house, params.id)
      const payout = await house.db.transaction(scopeOf(actor), (tx) => readPayout(tx, actor, params.id), {
        readOnly: true,
      })
      return done(queried > 0 ? 'The bank was asked' : 'The bank is being asked already', payout)
    },
  }),
  pause: async ({ tx, actor, params: { channel }, body: { reason }, request }) => {
    const id = newId()
    const paused = await changed(
      tx,
      sql`insert into channel_pauses (id, channel, reason, paused_by, paused_at) values (${id}, ${channel}, ${reason}, ${actor.userId}, ${now()})
        on conflict (channel) where resumed_at is null do nothing`,
    )
    if (paused === 0) throw new Refused('channel.paused')
    await audit({ tx, actor, request }, { id, channel, action: 'pause', comment: reason })
    return { error: false as const, message: 'Channel paused' }
  },
  resume: async ({ tx, actor, params: { channel }, body: { reason }, request }) => {
    const [pause] = await pauses(tx, channel)
    if (!pause) throw new Refused('channel.not_paused')
    const code = whyNotResume(pause, actor)
    if (code) throw new Refused(code)
    await sql`update channel_pauses set resumed_by = ${actor.userId}, resumed_at = ${now()}, resume_reason = ${reason} where id = ${pause.id}`.execute(
      tx,
    )
    await audit({ tx, actor, request }, { id: pause.id, channel, action: 'resume', comment: reason })
    return { error: false as const, message: 'The channel goes on' }
  },
})

const audit = (
  { tx, actor, request }: { tx: Tx; actor: Actor; request: RequestFacts },
  { id, channel, ...line }: { id: string; channel: PayoutChannel; action: 'pause' | 'resume'; comment: string },
): Promise<void> =>
  writeAudit(tx, {
    by: actor,
    organisationId: actor.organisationId,
    kind: 'payment_channel',
    recordId: id,
    title: payoutChannels[channel],
    requestId: request.id,
    ...line,
  })

export const searchedPayouts = searched({
  kind: 'payout',
  list: payouts.list,
  screen: payoutList,
  source: ({ actor, organisation, query }) => payoutSource(actor, organisation, query.search),
  shape: shapePayout,
})
