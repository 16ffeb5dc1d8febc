import { now } from '#server/kit/clock.ts'
import { isPgError, rows, savepoint, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { Refused } from '#server/kit/refused.ts'
import { administratorsMustStay } from './administratorsStay.ts'
import type { Subject } from './subject.ts'

type OrganisationValues = { name: string; type: string; countyId: number | null; status: 'OPEN' | 'CLOSED' }

/** An organisation by its code, which never changes: files, paths and growers' papers carry it. */
export const organisationSubject: Subject = {
  name: 'organisation',
  blank: {},
  read: async (tx, code) => {
    const [stored] = await rows(
      tx,
      sql<OrganisationValues>`select name, type, county_id as "countyId", case when active then 'OPEN' else 'CLOSED' end as status
        from organisations where code = ${code} for update`,
    )
    return stored ?? null
  },
  examine: async ({ tx, actor, targetId, before, after }) => {
    const { type, countyId, status } = after as OrganisationValues // border: written by the calls of administration only
    const counties = countyId === null ? [1] : await rows(tx, sql`select 1 from counties where id = ${countyId}`)
    if (counties.length === 0)
      throw new Refused('input.invalid', { details: { fields: { countyId: 'No such county' } } })
    // The type decides what its users see; records of the old type would stay behind.
    if (before['type'] !== undefined && before['type'] !== type)
      throw new Refused('input.invalid', { details: { fields: { type: 'The type of an organisation stays' } } })
    if (status === 'CLOSED' && targetId === actor.organisationCode) throw new Refused('change.about_you')
    if (status === 'CLOSED') await administratorsMustStay(tx, 2, sql`o.code = ${targetId}`)
    return status === 'CLOSED' && before['status'] === 'OPEN'
      ? [{ code: 'organisation.closing', message: 'From the approval on nobody of this organisation can sign in.' }]
      : []
  },
  apply: async ({ tx, targetId, before, after }) => {
    const { name, type, countyId, status } = after as OrganisationValues // border: as above
    if (Object.keys(before).length > 0) {
      await sql`update organisations set name = ${name}, county_id = ${countyId}, active = ${status === 'OPEN'}
        where code = ${targetId}`.execute(tx)
      return
    }
    try {
      await savepoint(tx, () =>
        sql`insert into organisations (id, code, name, type, county_id, active, created_at)
          values (${newId()}, ${targetId}, ${name}, ${type}, ${countyId}, ${status === 'OPEN'}, ${now()})`.execute(tx),
      )
    } catch (error) {
      if (isPgError(error) && error.code === '23505') throw new Refused('name.taken')
      throw error
    }
  },
}
