import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import { noChoices, scheduleDrafts, type DraftChoices, type ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { mustBeSeason } from '#server/facts/seasons.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { now } from '#server/kit/clock.ts'
import { isPgError, one, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { notifyMakers } from '#server/kit/records/notify.ts'
import { Refused } from '#server/kit/refused.ts'
import { done, serve, type RequestFacts } from '#server/kit/web/serve.ts'

const kind = 'schedule_draft'
type Status = 'DRAFT' | 'DISCARDED' | 'SENT'
type Stored = {
  id: string
  organisationId: string
  season: string
  step: number
  choices: Partial<DraftChoices>
  status: Status
  version: number
  heldBy: string
  holder: string
  heldSince: Date
  maker: string
  savedAt: Date
}
const columns = sql<Stored>`t.id, t.organisation_id as "organisationId", t.season, t.step, t.choices, t.status, t.version, t.held_by as "heldBy",
  coalesce(name_of_user(t.held_by), '') as holder, t.held_since as "heldSince", coalesce(name_of_user(t.made_by), '') as maker, t.saved_at as "savedAt"`

const shape = (actor: Actor, stored: Stored): ScheduleDraft => ({
  ...noChoices,
  ...stored.choices,
  id: stored.id,
  version: stored.version,
  season: stored.season,
  step: stored.step,
  isMine: stored.heldBy === actor.userId,
  heldBy: stored.holder,
  heldSince: stored.heldSince.toISOString(),
  createdBy: stored.maker,
  savedAt: stored.savedAt.toISOString(),
})

const findOpen = async (tx: Tx, organisationId: string): Promise<Stored | undefined> =>
  (
    await rows(
      tx,
      sql<Stored>`select ${columns} from schedule_drafts t where t.organisation_id = ${organisationId} and t.status = 'DRAFT'`,
    )
  )[0]

type Seen = { id: string; version: number }
/** Locks a draft of the own society in the state it must have. Refuses another's, and one that has moved on. */
async function lockDraft(tx: Tx, actor: Actor, id: string, status: Status = 'DRAFT'): Promise<Stored> {
  const [found] = await rows(
    tx,
    sql<Stored>`select ${columns} from schedule_drafts t where t.id = ${id} and t.organisation_id = ${actor.organisationId} for update of t`,
  )
  if (!found) throw new Refused('record.not_found')
  if (found.status !== status) throw new Refused('step.wrong_state', { details: { status: found.status } })
  return found
}

function mustBeSeen({ version, holder }: Stored, seen: Seen): void {
  if (version !== seen.version) throw new Refused('record.changed', { details: { version, heldBy: holder } })
}

/** Locks the draft that the actor has open. That somebody else has taken it over is said before that it has changed. */
async function lockHeld(tx: Tx, actor: Actor, seen: Seen): Promise<Stored> {
  const draft = await lockDraft(tx, actor, seen.id)
  const { heldBy, holder, heldSince } = draft
  if (heldBy !== actor.userId)
    throw new Refused('schedule_draft.taken', { details: { heldBy: holder, heldSince: heldSince.toISOString() } })
  mustBeSeen(draft, seen)
  return draft
}

const titleOf = (actor: Actor, season: string): string => `${actor.organisationName} ${season}`
type Trace = { tx: Tx; actor: Actor; request: Pick<RequestFacts, 'id'> }
type Step = { action: string; from?: Status; to: Status }
const trace = ({ tx, actor, request }: Trace, draft: Pick<Stored, 'id' | 'season'>, step: Step): Promise<void> =>
  writeAudit(tx, {
    by: actor,
    organisationId: actor.organisationId,
    kind,
    recordId: draft.id,
    title: titleOf(actor, draft.season),
    ...step,
    requestId: request.id,
  })

/** Reads a draft after a change of it, as its reader sees it. */
const again = async (tx: Tx, actor: Actor, id: string): Promise<ScheduleDraft> =>
  shape(actor, await one(tx, sql<Stored>`select ${columns} from schedule_drafts t where t.id = ${id}`))

export const scheduleDraftRoutes = serve(scheduleDrafts, {
  one: async ({ tx, actor, organisation }) => {
    const organisationId = organisation?.id ?? actor.organisationId
    const draft = await findOpen(tx, organisationId)
    const [discarded] = draft
      ? []
      : await rows(
          tx,
          sql<{ id: string; season: string; by: string; at: Date; status: Status }>`
            select id, season, coalesce(name_of_user(ended_by), '') as by, ended_at as at, status from schedule_drafts
            where organisation_id = ${organisationId} order by ended_at desc limit 1`,
        )
    return {
      data: {
        draft: draft ? shape(actor, draft) : null,
        discarded:
          discarded?.status === 'DISCARDED'
            ? { id: discarded.id, season: discarded.season, by: discarded.by, at: discarded.at.toISOString() }
            : null,
      },
    }
  },
  open: async ({ tx, actor, body, request }) => {
    mustMake(communalPaymentFlow, actor)
    await mustBeSeason(tx, body.season)
    const [begun] = await rows(
      tx,
      sql<{
        id: string
      }>`insert into schedule_drafts (id, organisation_id, season, status, made_by, held_by, held_since, created_at, saved_at)
        values (${newId()}, ${actor.organisationId}, ${body.season}, 'DRAFT', ${actor.userId}, ${actor.userId}, ${now()}, ${now()}, ${now()})
        on conflict (organisation_id) where status = 'DRAFT' do nothing returning id`,
    )
    if (begun) {
      await trace({ tx, actor, request }, { id: begun.id, season: body.season }, { action: 'create', to: 'DRAFT' })
      return done('', await again(tx, actor, begun.id))
    }
    const open = await findOpen(tx, actor.organisationId)
    // Whoever began it at the same moment has ended it since.
    if (!open) throw new Refused('step.wrong_state')
    return done('', shape(actor, open))
  },
  save: async ({ tx, actor, body }) => {
    const { id, version, season, step, ...choices } = body
    await lockHeld(tx, actor, { id, version })
    await mustBeSeason(tx, season)
    await sql`update schedule_drafts set season = ${season}, step = ${step}, choices = ${JSON.stringify(choices)}, version = version + 1, saved_at = ${now()} where id = ${id}`.execute(
      tx,
    )
    return done('', await again(tx, actor, id))
  },
  takeOver: async ({ tx, actor, body, request }) => {
    mustMake(communalPaymentFlow, actor)
    const draft = await lockDraft(tx, actor, body.id)
    mustBeSeen(draft, body)
    if (draft.heldBy !== actor.userId) {
      await sql`update schedule_drafts set held_by = ${actor.userId}, held_since = ${now()}, version = version + 1 where id = ${draft.id}`.execute(
        tx,
      )
      await trace({ tx, actor, request }, draft, { action: 'take_over', from: 'DRAFT', to: 'DRAFT' })
      await notifyMakers(tx, {
        makers: [draft.heldBy],
        by: actor,
        batch: request.id,
        kind,
        recordId: draft.id,
        title: titleOf(actor, draft.season),
        to: 'take_over',
        comment: null,
      })
    }
    return done('', await again(tx, actor, draft.id))
  },
  discard: async ({ tx, actor, body, request }) => {
    const draft = await lockHeld(tx, actor, body)
    await sql`update schedule_drafts set status = 'DISCARDED', ended_by = ${actor.userId}, ended_at = ${now()}, version = version + 1 where id = ${draft.id}`.execute(
      tx,
    )
    await trace({ tx, actor, request }, draft, { action: 'discard', from: 'DRAFT', to: 'DISCARDED' })
    return done('', await again(tx, actor, draft.id))
  },
  restore: async ({ tx, actor, body, request }) => {
    mustMake(communalPaymentFlow, actor)
    const draft = await lockDraft(tx, actor, body.id, 'DISCARDED')
    try {
      await savepoint(tx, () =>
        sql`update schedule_drafts set status = 'DRAFT', ended_by = null, ended_at = null, held_by = ${actor.userId}, held_since = ${now()}, version = version + 1
          where id = ${draft.id}`.execute(tx),
      )
    } catch (error) {
      if (isPgError(error) && error.constraint === 'one_draft_of_a_society') throw new Refused('change.open')
      throw error
    }
    await trace({ tx, actor, request }, draft, { action: 'reopen', from: 'DISCARDED', to: 'DRAFT' })
    return done('', await again(tx, actor, draft.id))
  },
})

/** The schedule was sent: its draft has become it, in the same transaction. Refuses a draft that was changed, ended or taken over. */
export async function endDraft({ tx, actor, request }: Trace, seen: Seen, scheduleId: string): Promise<void> {
  const draft = await lockHeld(tx, actor, seen)
  await sql`update schedule_drafts set status = 'SENT', ended_by = ${actor.userId}, ended_at = ${now()}, communal_payment_id = ${scheduleId}, version = version + 1
    where id = ${draft.id}`.execute(tx)
  await trace({ tx, actor, request }, draft, { action: 'send', from: 'DRAFT', to: 'SENT' })
}
