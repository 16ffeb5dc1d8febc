import { factoryChange, type Factory } from '#contract/deliveries/factories.ts'
import { changeParts, getChange, openChange } from '#server/kit/records/changeRequests.ts'
import { isPgError, rows, savepoint, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, type Organisation } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { factoryChangeKind } from './cherryDeliveryKinds.ts'
import { mustBeClerk } from './enterDeliveries.ts'

const readFactories = (tx: Tx, organisation: Organisation): Promise<Factory[]> =>
  rows(
    tx,
    sql<Factory>`select f.id, f.code, f.name, f.active, o.name as "organisationName", o.code as "organisationCode" from factories f join organisations o on o.id = f.organisation_id
      where ${organisation ? sql`f.organisation_id = ${organisation.id}` : sql`true`} order by o.name, not f.active, f.code`,
  )

type Values = { code: string; name: string; active: boolean }
const nothing: Values = { code: '', name: '', active: false }
export const factories = serveRecord(factoryChange, {
  ...changeParts(factoryChangeKind),
  steps: {
    approve: {
      effect:
        ({ tx }) =>
        ({ id }) =>
          putInForce(tx, id),
      message: 'Approved: the change is in force',
    },
  },
  calls: (read) => ({
    list: ({ tx, organisation }) => readFactories(tx, organisation),
    propose: async ({ tx, actor, organisation, body, request }) => {
      mustBeOwn(actor, organisation)
      mustBeClerk(actor)
      const { id, code, name, active, reason } = body
      const known = await readFactories(tx, organisation)
      const before = known.find((factory) => factory.id === id)
      if (id && !before) throw new Refused('record.not_found')
      const others = known.filter((factory) => factory.id !== id)
      const fields: Record<string, string> = {}
      if (others.some((other) => other.code === code)) fields['code'] = 'Another factory has this code'
      if (others.some((other) => other.name.toUpperCase() === name.toUpperCase()))
        fields['name'] = 'Another factory has this name'
      if (Object.keys(fields).length > 0) throw new Refused('input.invalid', { details: { fields } })
      const change = await openChange({
        tx,
        actor,
        kind: factoryChangeKind,
        targetId: id ?? `${actor.organisationCode}/${code}`,
        organisationId: actor.organisationId,
        title: `${code} ${name}`,
        before: before ? { code: before.code, name: before.name, active: before.active } : nothing,
        after: { code, name, active },
        reason,
        requestId: request.id,
      })
      return done('Sent for approval', await read(tx, actor, change))
    },
  }),
})

/** Writes the requested change. Refuses when the factory is no longer what the request says it was. */
async function putInForce(tx: Tx, id: string): Promise<void> {
  const change = await getChange(tx, factoryChangeKind, id)
  const after = change.after as Partial<Values> // border: the values that `propose` wrote
  const before = change.before as Partial<Values>
  const isNew = change.target_id.includes('/')
  try {
    await savepoint(tx, async () => {
      if (isNew) {
        await sql`insert into factories (id, organisation_id, code, name, active) values (${newId()}, ${change.organisation_id}, ${after.code}, ${after.name}, true)`.execute(
          tx,
        )
        return
      }
      const { numAffectedRows } =
        await sql`update factories set code = coalesce(${after.code ?? null}, code), name = coalesce(${after.name ?? null}, name), active = coalesce(${after.active ?? null}, active)
        where id = ${change.target_id}::uuid and code = coalesce(${before.code ?? null}, code) and name = coalesce(${before.name ?? null}, name) and active = coalesce(${before.active ?? null}, active)`.execute(
          tx,
        )
      if (numAffectedRows !== 1n) throw new Refused('change.stale')
    })
  } catch (error) {
    if (isPgError(error) && error.code === '23505') throw new Refused('change.stale')
    throw error
  }
}
