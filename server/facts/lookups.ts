import { organisations, publicTypes, type OrganisationName } from '#contract/house/organisations.ts'
import { organisationTypes, sellsCoffee, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'

type Reader = { tx: Tx; actor: Actor }
const most = 20

/** Organisations that forms choose from. */
export const organisationLookUpRoutes = serve(organisations, {
  parents: async (call) => find(call, { types: ['FARMER_SOCIETY'], text: call.query.q, most }),
  all: (call) => find(call, {}),
  marketers: (call) => find(call, { types: ['MARKETER'] }),
  brokers: (call) => find(call, { types: ['BROKER'] }),
  growers: async (call) =>
    (await find(call, { types: ['FARMER_SOCIETY'] })).map((grower) => ({
      ...grower,
      code: grower.organisationCode,
      name: grower.organisationName,
    })),
  currencies: async () => [
    { id: 'KES', currency: 'KES', name: 'Kenya shilling' },
    { id: 'USD', currency: 'USD', name: 'US dollar' },
  ],
})

type Criteria = { types?: readonly OrganisationType[]; text?: string; most?: number }

/** Active organisations that the reader may know: the own one, those in reach and those of the public trade. */
async function find({ tx, actor }: Reader, { types, text = '', most: limit }: Criteria): Promise<OrganisationName[]> {
  const { wide, organisationId } = scopeOf(actor)
  // Who offers coffee at the exchange knows whose it is.
  const offered = sellsCoffee(actor.organisationType)
    ? sql`id in (select grower_id from dispatch_records where broker_id = ${organisationId} union select grower_id from catalogue_records where broker_id = ${organisationId}
        union select grower_id from eslip_shares where organisation_id = ${organisationId})`
    : sql`false`
  const known = wide ? sql`true` : sql`(id = ${organisationId} or type = any (${publicTypes}) or ${offered})`
  const matches = await rows(
    tx,
    sql<{ id: string; code: string; name: string; type: OrganisationType }>`
      select id, code, name, type from organisations
      where active and ${known} and ${types ? sql`type = any (${types})` : sql`true`} and position(${text.toUpperCase()} in upper(name || ' ' || code)) > 0
      order by name ${limit ? sql`limit ${limit}` : sql``}`,
  )
  return matches.map(({ id, code, name, type }) => ({
    id,
    organisationCode: code,
    organisationName: name,
    organisationType: { id: organisationTypes[type].id, name: organisationTypes[type].wireName },
  }))
}
