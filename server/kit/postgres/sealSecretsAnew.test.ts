import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfPaper, paperOfCode } from '#server/kit/paper/paperCodes.ts'
import { sealProviderSecret } from '#server/kit/providerSecret.ts'
import { seal, unseal } from '#server/kit/secretBox.ts'
import { openFactor, sealFactor } from '#server/session/sealedFactors.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { userOf } from '../../../db/seed/organisations.ts'
import { sealedSecrets, sealSecretsAnew } from './sealSecretsAnew.ts'

const [before, after] = [randomBytes(32), randomBytes(32)]
let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { KAHAWA_KEY: before.toString('base64') } })
})
afterAll(() => world?.close())

const issuer = 'https://login.cf4100.example'
const factor = new Secret({ size: 20 }).base32
/** The house as a start with other keys has it. */
const houseWith = (key: Buffer, otherKey?: Buffer) => ({
  ...world.house,
  config: { ...world.house.config, key, otherKey },
})

/** One secret in each column, sealed with the key of before; one of a second factor stands open, as before they were sealed. */
async function keepSecrets(): Promise<void> {
  const { house, owner } = world
  const [maker, checker] = [userOf('fcs.maker'), userOf('fcs.checker')]
  const confirmed = 'update users set totp_secret = $2, totp_confirmed_at = now() where id = $1'
  await owner.query(confirmed, [maker.id, sealFactor(house, maker, factor)])
  await owner.query(confirmed, [checker.id, factor])
  await owner.query(
    `insert into sign_in_providers (organisation_id, issuer, client_id, client_secret, required, active, changed_at) values ($1, $2, 'kahawa', $3, false, true, now())`,
    [world.organisationId('CF4100'), issuer, sealProviderSecret(house, { code: 'CF4100', issuer }, 'of the society')],
  )
  const change = '019bb0ca-3300-7c8f-aad1-000000000001'
  await owner.query(
    `insert into change_requests (id, organisation_id, kind, subject, target_id, title, before, after, status, makers, made_by)
     values ($1, $2, 'change', 'provider', 'CF4101', 'Sign-in of CF4101', '{}', $3, 'PENDING_APPROVAL', array[$4::uuid], $4)`,
    [change, world.organisationId('CF4101'), { issuer }, maker.id],
  )
  await owner.query('insert into proposed_secrets (change_id, client_secret) values ($1, $2)', [
    change,
    sealProviderSecret(house, { code: 'CF4101', issuer }, 'of the other'),
  ])
  const mail = '019bb0ca-3300-7c8f-aad1-000000000002'
  await owner.query(
    `insert into mails (id, organisation_id, user_id, kind, day, sealed, created_at) values ($1, $4, $2, 'invitation', current_date, $3, now())`,
    [mail, maker.id, seal(house.config, mail, 'the link'), world.organisationId('CF4100')],
  )
}

/** Everything sealed that the database holds, in whatever column. */
async function sealedIn(): Promise<{ place: string; kept: string }[]> {
  const { rows: columns } = await world.owner.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and table_name in (select relname from pg_class where relkind in ('r', 'p'))`,
  )
  const found = []
  for (const { table, column } of columns) {
    const { rows } = await world.owner.query<{ kept: string }>(
      `select "${column}" as kept from "${table}" where "${column}" like 'v1.%'`,
    )
    found.push(...rows.map(({ kept }) => ({ place: `${table}.${column}`, kept })))
  }
  return found
}

test('a new key takes the place of the old: what was sealed, or stood open, is sealed anew, and the old one opens nothing', async () => {
  await keepSecrets()
  const owner = await world.owner.connect()
  const house = houseWith(after, before)
  try {
    // While both count, everything opens, whichever server has sealed it.
    expect(await sealSecretsAnew(owner, house.config)).toBe(5)
    expect(await sealSecretsAnew(owner, house.config)).toBe(0)
    for (const { table, column, of, among = '' } of sealedSecrets) {
      const { rows } = await owner.query<{ of: string; kept: string }>(
        `select ${of} as of, t.${column} as kept from ${table} t ${among} where t.${column} is not null`,
      )
      expect(rows.length, table).toBeGreaterThan(0)
      for (const row of rows) {
        expect(unseal(houseWith(after).config, row.of, row.kept)).not.toBe('')
        expect(() => unseal(houseWith(before).config, row.of, row.kept)).toThrow(/authenticate/)
      }
    }
  } finally {
    owner.release()
  }
})

test('no column with sealed secrets is forgotten', async () => {
  const known = sealedSecrets.map(({ table, column }) => `${table}.${column}`)
  const found = new Set((await sealedIn()).map(({ place }) => place))
  expect([...found].toSorted()).toEqual(known.toSorted())
})

test('the second factor that was sealed before gives the same codes with the new key', async () => {
  for (const username of ['fcs.maker', 'fcs.checker']) {
    const { rows } = await world.owner.query<{ kept: string }>(
      'select totp_secret as kept from users where username = $1',
      [username],
    )
    const opened = openFactor(houseWith(after), { id: userOf(username).id, totpSecret: rows[0]?.kept ?? '' })
    expect(opened).toBe(factor)
  }
})

test('codes on papers of before hold as long as the key that they were printed with opens', () => {
  const kind = { name: 'payment statement', reference: /^PS\d+$/ }
  const printed = codeOfPaper(houseWith(before), kind, 'PS1')
  expect(paperOfCode(houseWith(after, before), kind, printed)).toBe('PS1')
  expect(paperOfCode(houseWith(after), kind, printed)).toBeNull()
  expect(codeOfPaper(houseWith(after, before), kind, 'PS1')).toBe(codeOfPaper(houseWith(after), kind, 'PS1'))
})
