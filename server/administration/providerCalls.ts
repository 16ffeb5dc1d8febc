import { adminProviderList, adminProviders, type AdminProvider } from '#contract/administration/adminProviders.ts'
import { sql } from '#server/kit/db.ts'
import { mayAsk, sealProviderSecret } from '#server/kit/providerSecret.ts'
import { wrongField } from '#server/kit/refused.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { propose, requested } from './propose.ts'
import { changeWaits } from './subject.ts'

const notListed =
  'This server asks no provider at this address. Whoever runs it lists the host in PROVIDER_HOSTS first.'

type Stored = Omit<AdminProvider, 'changed'> & { changed: Date }

const from = sql`sign_in_providers t join organisations o on o.id = t.organisation_id`
const status = sql`case when t.active then 'ON' else 'OFF' end`
const demand = sql`case when t.required then 'REQUIRED' else 'PASSWORDS' end`
const linked = sql`(select count(*)::int from provider_identities i where i.organisation_id = t.organisation_id)`
const source: ListSource<Stored> = {
  base: from,
  from,
  select: sql<Stored>`t.organisation_id as id, o.code as "organisationCode", o.name as "organisationName", t.issuer, t.client_id as "clientId",
    ${demand} as demand, t.break_glass as "breakGlass", ${linked} as linked, ${status} as status, t.changed_at as changed,
    ${changeWaits('provider', sql`o.code`)} as "changeWaiting"`,
  where: [],
  columns: {
    organisationName: sql`o.name`,
    organisationCode: sql`o.code`,
    demand,
    status,
    changed: sql`t.changed_at`,
  },
  search: sql<string>`upper(o.name || ' ' || o.code || ' ' || t.issuer)`,
  id: sql`t.organisation_id`,
}

/** Where organisations sign their users in themselves. */
export const adminProviderRoutes = serve(adminProviders, {
  list: ({ tx, actor, query }) =>
    listPage({
      tx,
      actor,
      screen: adminProviderList,
      query,
      source,
      shape: (stored: Stored): AdminProvider => ({ ...stored, changed: stored.changed.toISOString() }),
    }),
  propose: async (call) => {
    const { organisationCode: code, clientSecret, reason, ...after } = call.body
    const { id } = await propose(call, {
      subject: 'provider',
      targetId: code,
      title: `Sign-in of ${code}`,
      after: { ...after, ...(clientSecret ? { newSecret: true } : {}) },
      reason,
    })
    // One that may not be asked any more can still be turned off.
    if (after.status === 'ON' && !mayAsk(call.house, after.issuer)) throw wrongField('issuer', notListed)
    if (clientSecret) {
      const sealed = sealProviderSecret(call.house, { code, issuer: after.issuer }, clientSecret)
      await sql`insert into proposed_secrets (change_id, client_secret) values (${id}, ${sealed})`.execute(call.tx)
    }
    return requested(id)
  },
})
