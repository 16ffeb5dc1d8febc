import { updateRequestFlow } from '#contract/farmers/updateRequests.ts'
import { now } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { readSetting } from '#server/facts/settings.ts'
import { textFarmers } from '#server/texts/textFarmers.ts'

/** A number that was replaced still rings for so long: who changes first the number and then the account is not alone with it. */
const rememberedDays = 30

/**
 * Notifies a farmer that a change of the account or the mobile number was requested, or approved: on the number that was known
 * before, and on a new one too.
 */
export async function notifyChange(tx: Tx, occasion: 'change_asked' | 'change_approved', id: string): Promise<void> {
  const hours = await readSetting(tx, 'bankChangeCoolingHours')
  const since = new Date(now().getTime() - rememberedDays * 86_400_000)
  await textFarmers(
    tx,
    occasion,
    sql`select r.organisation_id, f.id as farmer_id, n.mobile_number, r.id as record_id,
        jsonb_build_object('account', r.after ?| array['institution', 'accountName', 'accountNumber'], 'mobile', r.after ? 'mobileNumber',
          'coolingHours', case when r.after ?| array['institution', 'accountNumber'] then ${hours}::integer else 0 end) as told
      from change_requests r join farmers f on f.id = r.target_id::uuid
        cross join lateral (select coalesce(r.before ->> 'mobileNumber', f.mobile_number) union select r.after ->> 'mobileNumber'
          union select p.before ->> 'mobileNumber' from change_requests p
            where p.kind = r.kind and p.target_id = r.target_id and p.status = 'APPROVED' and p.decided_at > ${since}) n (mobile_number)
      where r.id = ${id} and r.kind = ${updateRequestFlow.kind} and n.mobile_number is not null
        and r.after ?| array['institution', 'accountName', 'accountNumber', 'mobileNumber']`,
  )
}
