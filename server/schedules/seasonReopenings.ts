import {
  reopeningNotes,
  seasonReopening,
  seasonReopeningFlow,
  type ClosedSeason,
} from '#contract/schedules/seasonReopenings.ts'
import { holdCherry } from '#server/deliveries/paidCherry.ts'
import { now } from '#server/kit/clock.ts'
import { changed, rows, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { changeKind, changeParts, getChange, openChange } from '#server/kit/records/changeRequests.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, type Organisation } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { readPool } from '#server/payments/cycleFigures.ts'
import { mostCycles } from './scheduleBars.ts'

const seasonReopeningKind = changeKind(seasonReopeningFlow)

type Stored = Omit<ClosedSeason, 'closedAt'> & { closedAt: Date }
const readClosed = async (tx: Tx, organisation: Organisation): Promise<ClosedSeason[]> =>
  (
    await rows(
      tx,
      sql<Stored>`select c.id, c.season, o.name as "organisationName", o.code as "organisationCode", c.communal_payment_id as "scheduleId", p.cycle, c.closed_at as "closedAt"
        from season_closings c join organisations o on o.id = c.organisation_id join communal_payments p on p.id = c.communal_payment_id
        where c.reopened_at is null and ${organisation ? sql`c.organisation_id = ${organisation.id}` : sql`true`} order by c.season desc, o.name`,
    )
  ).map(({ closedAt, ...closed }) => ({ ...closed, closedAt: closedAt.toISOString() }))

export const seasonReopenings = serveRecord(seasonReopening, {
  ...changeParts(seasonReopeningKind),
  steps: {
    approve: {
      effect:
        ({ tx }) =>
        ({ id }) =>
          reopen(tx, id),
      message: 'Approved: the season takes cherry again',
    },
  },
  calls: (read) => ({
    closed: ({ tx, organisation }) => readClosed(tx, organisation),
    propose: async ({ tx, actor, organisation, body: { season, reason }, request }) => {
      mustBeOwn(actor, organisation)
      mustMake(seasonReopeningFlow, actor)
      const { organisationId, organisationCode, organisationName } = actor
      if (!(await readClosed(tx, organisation)).some((closed) => closed.season === season))
        throw new Refused('season.not_closed')
      const { cycle } = await readPool(tx, organisationId, season)
      const id = await openChange({
        tx,
        actor,
        kind: seasonReopeningKind,
        targetId: `${organisationCode}/${season}`,
        organisationId,
        title: `${organisationName} ${season}`,
        before: { takesCherry: false },
        after: { takesCherry: true },
        notes: cycle > mostCycles ? [{ code: 'no_cycle_left', message: reopeningNotes.no_cycle_left }] : [],
        reason,
        requestId: request.id,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})

/** The season takes cherry again, until a last payment closes it once more. Refuses when it is open already. */
async function reopen(tx: Tx, id: string): Promise<void> {
  const { organisation_id: organisationId, target_id: target } = await getChange(tx, seasonReopeningKind, id)
  await holdCherry(tx, organisationId)
  const season = target.slice(target.indexOf('/') + 1)
  const opened = await changed(
    tx,
    sql`update season_closings set reopened_at = ${now()} where organisation_id = ${organisationId} and season = ${season} and reopened_at is null`,
  )
  if (opened !== 1) throw new Refused('change.stale')
}
