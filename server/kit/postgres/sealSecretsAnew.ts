import type { ClientBase } from 'pg'
import { sealAnew, type Keyed } from '../secretBox.ts'

type SealedColumn = { table: string; id: string; column: string; of: string; among?: string }

const ofProvider = (organisation: string, issuer: string): string =>
  `'provider ' || ${organisation} || ' ' || ${issuer}`

/**
 * Every column in which secrets are kept that must be read again, and what each is sealed for. Not among them: certificates of papers,
 * which are never changed; with another key the house makes itself another one.
 */
export const sealedSecrets: readonly SealedColumn[] = [
  { table: 'users', id: 'id', column: 'totp_secret', of: `'totp ' || t.id` },
  {
    table: 'sign_in_providers',
    id: 'organisation_id',
    column: 'client_secret',
    of: ofProvider('(select o.code from organisations o where o.id = t.organisation_id)', 't.issuer'),
  },
  {
    table: 'proposed_secrets',
    id: 'change_id',
    column: 'client_secret',
    of: ofProvider('c.target_id', `(c.after->>'issuer')`),
    among: 'join change_requests c on c.id = t.change_id',
  },
  { table: 'mails', id: 'id', column: 'sealed', of: 't.id::text' },
]

/**
 * Seals with the key of the house what stands under the other one, or open, so that the other can be thrown away. Answers how many it
 * sealed. What neither opens stays as it is.
 */
export async function sealSecretsAnew(owner: ClientBase, config: Keyed): Promise<number> {
  let count = 0
  for (const { table, id, column, of, among = '' } of sealedSecrets) {
    const { rows } = await owner.query<{ id: string; of: string; kept: string }>(
      `select t.${id} as id, ${of} as of, t.${column} as kept from ${table} t ${among} where t.${column} is not null`,
    )
    for (const row of rows) {
      const sealed = anew(config, row)
      if (sealed === null) continue
      // Somebody may have a new one by now: then that one counts.
      const { rowCount } = await owner.query(`update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`, [
        row.id,
        row.kept,
        sealed,
      ])
      count += rowCount ?? 0
    }
  }
  return count
}

function anew(config: Keyed, { of, kept }: { of: string; kept: string }): string | null {
  try {
    return sealAnew(config, of, kept)
  } catch {
    return null
  }
}
