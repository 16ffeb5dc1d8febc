import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#test/kit/testDatabase.ts'
import { createAdmin } from './createAdmin.ts'

const jane = { username: 'Jane.Mwangi', fullName: 'Jane Mwangi', password: 'Nine-tall-grevilleas' }
let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await makeTestDatabase()
  owner = new pg.Client(database.config)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('a second administrator needs --another', async () => {
  await expect(createAdmin({ owner, admin: jane, another: false })).rejects.toThrow(
    'There is an administrator already: admin. To make a further one, add --another.',
  )
  await createAdmin({ owner, admin: jane, another: true })
  const { rows } = await owner.query(
    `select u.full_name, u.role_name, o.code, e.action from users u join organisations o on o.id = u.organisation_id
     join audit_events e on e.record_id = u.id where u.username = 'jane.mwangi'`,
  )
  expect(rows).toEqual([{ full_name: 'Jane Mwangi', role_name: 'ADMINISTRATOR', code: 'OPERATOR', action: 'created' }])
})

test('a taken username, a weak password and an odd name are refused in a sentence', async () => {
  const make = (different: Partial<typeof jane>) =>
    createAdmin({ owner, admin: { ...jane, ...different }, another: true })
  await expect(make({ username: 'admin' })).rejects.toThrow('The username admin is taken. Choose another.')
  await expect(make({ username: 'jane2', password: 'short' })).rejects.toThrow('at least 15 characters')
  await expect(make({ username: 'jane mwangi' })).rejects.toThrow('A username has')
})

test('in an empty house the first administrator comes with the organisation', async () => {
  await owner.query('begin')
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query(`delete from organisations where type = 'OPERATOR'`)
  await owner.query(`delete from users where role_name = 'ADMINISTRATOR'`)
  await owner.query(`set session_replication_role = 'origin'`)
  await owner.query('commit')
  await createAdmin({ owner, admin: { ...jane, username: 'first' }, another: false })
  const { rows } = await owner.query(
    `select u.username, o.name from users u join organisations o on o.id = u.organisation_id where o.type = 'OPERATOR'`,
  )
  expect(rows).toEqual([{ username: 'first', name: 'Kahawa operations' }])
})
