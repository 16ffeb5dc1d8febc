import { farmerPage, farmerWarnings, type FarmerPage, type FarmerWarning } from '#contract/farmers/farmerPage.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow } from '#contract/farmers/farmerUploads.ts'
import { updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { eventColumns, shapeEvent, type StoredEvent } from '#server/kit/audit/auditRows.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'
import { readSetting } from '#server/facts/settings.ts'
import { findLookUp } from './accountLookUps.ts'
import { payableFrom } from '#server/farmers/updates/coolingOff.ts'
import { farmerColumns, farmerTables, shapeFarmer, type StoredFarmer } from './farmers.ts'
import { findSharing } from '#server/farmers/uploads/sharing.ts'
import { requestsOf } from '#server/farmers/updates/updateRequestRows.ts'

type Stored = StoredFarmer & {
  version: number
  year_of_birth: number | null
  kra_pin: string
  number_of_trees: number | null
  variety: string
  sub_county: string
  village: string
  currency: string
  institution_type: string
  account_changed_at: Date | null
}

async function getStored(tx: Tx, id: string): Promise<Stored> {
  const [stored] = await rows(
    tx,
    sql<Stored>`select ${farmerColumns}, t.version, t.year_of_birth, t.kra_pin, t.number_of_trees, coalesce(v.name, '') as variety, s.name as sub_county, t.village,
      t.currency, i.type as institution_type, t.account_changed_at
      from ${farmerTables} join sub_counties s on s.id = t.sub_county_id left join varieties v on v.id = t.variety_id where t.id = ${id}`,
  )
  if (!stored) throw new Refused('record.not_found')
  return stored
}

async function page(tx: Tx, actor: Actor, id: string): Promise<FarmerPage> {
  const stored = await getStored(tx, id)
  const requests = await requestsOf(tx, actor, id)
  const hours = await readSetting(tx, 'bankChangeCoolingHours')
  const free = payableFrom({ accountChangedAt: stored.account_changed_at }, now(), hours)
  const lookUp = await findLookUp(tx, {
    organisationId: stored.organisation_id,
    institution: stored.institution_code,
    accountNumber: stored.account_number,
  })
  const sharing = await findSharing(tx, {
    id,
    organisationId: stored.organisation_id,
    mobileNumber: stored.mobile_number,
    institution: stored.institution_code,
    accountNumber: stored.account_number,
  })
  const isWaiting = requests.some(({ status }) => updateRequestFlow.initial.some((name) => name === status.statusName))
  const warnings: [boolean, FarmerWarning][] = [
    [stored.life_state !== 'ACTIVE', 'not_active'],
    [free !== null, 'cooling_off'],
    [stored.account_state === 'NAME_DIFFERS', 'name_differs'],
    [stored.account_state === 'UNVERIFIED' && stored.life_state !== 'ERASED', 'account_unverified'],
    [sharing.account.isMany, 'account_shared'],
    [sharing.mobile.isMany, 'mobile_shared'],
    [isWaiting, 'change_waiting'],
  ]
  return {
    farmer: {
      ...shapeFarmer(actor)(stored),
      version: stored.version,
      yearOfBirth: stored.year_of_birth,
      kraPin: personal(actor, stored.kra_pin),
      numberOfTrees: stored.number_of_trees,
      variety: stored.variety,
      subCounty: stored.sub_county,
      village: stored.village,
      currency: stored.currency,
      institutionType: stored.institution_type,
    },
    warnings: warnings.flatMap(([holds, code]) => (holds ? [{ code, message: farmerWarnings[code] }] : [])),
    account: {
      lookUp: lookUp ? { ...lookUp, checkedAt: lookUp.checkedAt.toISOString() } : null,
      changedAt: stored.account_changed_at?.toISOString() ?? null,
      payableFrom: free?.toISOString() ?? null,
      changes: await accountChanges(tx, actor, id),
    },
    requests,
  }
}

// The kinds under which the trail knows a farmer itself, and the files that farmers come with.
const recordsOfFarmers = ['farmer', 'created_farmer']
const uploadsOfFarmers = [farmerUploadFlow.kind, farmerCompanyUploadFlow.kind]

type Changed = {
  id: string
  at: Date
  before: Record<string, string>
  after: Record<string, string>
  requested_by: string
  decided_by: string
  before_name: string | null
  after_name: string | null
}

/** Every approved change of where a farmer is paid, newest first. */
async function accountChanges(tx: Tx, actor: Actor, farmerId: string): Promise<FarmerPage['account']['changes']> {
  const changes = await rows(
    tx,
    sql<Changed>`select t.id, t.decided_at as at, t.before, t.after, maker.full_name as requested_by, decider.full_name as decided_by, b.name as before_name, a.name as after_name
      from change_requests t join users maker on maker.id = t.made_by join users decider on decider.id = t.decided_by
      left join institutions b on b.code = t.before ->> 'institution' left join institutions a on a.code = t.after ->> 'institution'
      where t.kind = ${updateRequestFlow.kind} and t.target_id = ${farmerId} and t.status = 'APPROVED' and t.after ?| array['institution', 'accountName', 'accountNumber']
      order by t.id desc limit 50`,
  )
  const details = (values: Record<string, string>, institutionName: string | null) => ({
    institutionName: institutionName ?? '',
    accountName: values['accountName'] ?? '',
    accountNumber: personal(actor, values['accountNumber'] ?? ''),
  })
  return changes.map((change) => ({
    id: change.id,
    at: change.at.toISOString(),
    before: details(change.before, change.before_name),
    after: details(change.after, change.after_name),
    requestedBy: change.requested_by,
    decidedBy: change.decided_by,
  }))
}

// Who wants more looks in the trail of a record.
const mostEvents = 500

/** The trail of a farmer: the file it came with, its own record, its requests and its plots. */
async function history(tx: Tx, actor: Actor, id: string) {
  const { upload_id: upload, erased_as: erasedAs } = await getOrigin(tx, id)
  const events = await rows(
    tx,
    sql<StoredEvent>`select ${eventColumns} from (
        select kind, ${id}::uuid as id from unnest(${recordsOfFarmers}::text[]) kind
        union all select r.kind, r.id from change_requests r where r.kind = ${updateRequestFlow.kind} and r.target_id = ${id}
        union all select 'farm_plot', p.id from farm_plots p where p.farmer_id = ${id}
        union all select kind, ${upload}::uuid from unnest(${uploadsOfFarmers}::text[]) kind) r
      join audit_events t on t.kind = r.kind and t.record_id = r.id
      where t.record_id is distinct from ${upload}::uuid or t.action in ('upload', 'approve')
      order by t.id desc limit ${mostEvents}`,
  )
  // Of who was erased the sealed trail keeps more than the page may show.
  const shown = erasedAs === null ? events : events.map((event) => ({ ...event, ...sealed(erasedAs) }))
  return shown.toReversed().map(shapeEvent(actor))
}

/** What a page shows of a line of the trail about somebody who was erased. */
const sealed = (title: string) => ({ title, comment: null, changes: {} })

type Origin = { upload_id: string | null; erased_as: string | null }
async function getOrigin(tx: Tx, id: string): Promise<Origin> {
  const [farmer] = await rows(
    tx,
    sql<Origin>`select upload_id, case when life_state = 'ERASED' then full_name end as erased_as from farmers where id = ${id}`,
  )
  if (!farmer) throw new Refused('record.not_found')
  return farmer
}

export const farmerPageRoutes = serve(farmerPage, {
  page: ({ tx, actor, params }) => page(tx, actor, params.id),
  history: ({ tx, actor, params }) => history(tx, actor, params.id),
})
