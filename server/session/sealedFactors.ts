import { rows, sql } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { isSealed, seal, unseal } from '#server/kit/secretBox.ts'
import { StartupError } from '#server/kit/startupError.ts'
import type { User } from './users.ts'

type Sealing = Pick<House, 'config'>

/** The secret of a second factor as it is kept: worth nothing to who has the database alone, or puts it to another user. */
export const sealFactor = ({ config }: Sealing, { id }: Pick<User, 'id'>, secret: string): string =>
  seal(config, `totp ${id}`, secret)

/** The secret of a user's second factor. One from before they were sealed stands open until the next start. */
export function openFactor({ config }: Sealing, { id, totpSecret }: Pick<User, 'id' | 'totpSecret'>): string | null {
  if (totpSecret === null) return null
  return isSealed(totpSecret) ? unseal(config, `totp ${id}`, totpSecret) : totpSecret
}

type Stored = Pick<User, 'id'> & { totpSecret: string }

/** Seals secrets that still stand open, and refuses to start with a key that does not open the others. */
export async function sealOldFactors(house: House): Promise<void> {
  await house.db.transaction('auth', async (tx) => {
    const open = await rows(
      tx,
      sql<Stored>`select id, totp_secret as "totpSecret" from users where totp_secret not like 'v1.%' order by id for update`,
    )
    for (const user of open)
      await sql`update users set totp_secret = ${sealFactor(house, user, user.totpSecret)}
        where id = ${user.id}`.execute(tx)
    const [sealed] = await rows(
      tx,
      sql<Stored>`select id, totp_secret as "totpSecret" from users where totp_secret like 'v1.%' order by id limit 1`,
    )
    try {
      if (sealed) openFactor(house, sealed)
    } catch {
      throw new StartupError(
        'The second factors of users were sealed with another key. Set KAHAWA_KEY to it, or KAHAWA_KEY_OTHER while another takes its place, or restore secrets.key in DATA_DIR.',
      )
    }
  })
}
