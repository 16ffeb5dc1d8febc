import type { RawBuilder } from 'kysely'
import { textOccasions, type TextOccasion } from '#contract/house/textOccasions.ts'
import { now } from '#server/kit/clock.ts'
import { sendsTexts, sql, type Tx } from '#server/kit/db.ts'
import { readSetting } from '#server/facts/settings.ts'

/** A text that could not be sent for so long is no news any more. */
const newsHours = 6

/**
 * Writes the texts of an occasion in the transaction of its cause, in one statement. `messages` selects organisation_id, farmer_id,
 * mobile_number, record_id and `told`, the values of the text. Nothing is written where there is no gateway, or the occasion is switched off.
 */
export async function textFarmers(tx: Tx, occasion: TextOccasion, messages: RawBuilder<unknown>): Promise<void> {
  if (!sendsTexts(tx) || !(await readSetting(tx, textOccasions[occasion].setting))) return
  const language = (await readSetting(tx, 'smsInSwahili')) ? 'sw' : 'en'
  const at = now()
  const expiresAt = new Date(at.getTime() + newsHours * 3_600_000)
  await sql`insert into farmer_texts (id, organisation_id, farmer_id, mobile_number, record_id, told, occasion, language, next_at, created_at, expires_at)
    select gen_random_uuid(), t.organisation_id, t.farmer_id, t.mobile_number, t.record_id, t.told, ${occasion}, ${language}, ${at}, ${at}, ${expiresAt}
    from (${messages}) t on conflict do nothing`.execute(tx)
}
