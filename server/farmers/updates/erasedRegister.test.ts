import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasedName } from '#server/kit/backup/houseFiles.ts'
import { askedErasure, payCherry, repayAll } from '#test/kit/erasures.ts'
import { addEarlierDebt } from '#test/kit/loans.ts'
import { approve, freshMember, rowOf, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { keepErased } from './erasedRegister.ts'

let world: World
let dataDir: string
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
  // Worlds share their folder and are made of one template: a register of this one alone, or it would erase members of another.
  dataDir = mkdtempSync(join(tmpdir(), 'kahawa-erased-'))
})
afterAll(async () => {
  await world?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const keep = () => keepErased({ db: world.house.db, config: { ...world.house.config, dataDir } })
const settleCherry = (id: string) => payCherry(world, id)
/** A member who is erased by two people and listed, with the row that stood there before. */
async function erasedMember(): Promise<{ member: Member; before: Record<string, unknown> }> {
  const member = await freshMember(world)
  await settleCherry(member.id)
  const before = await rowOf(world, member.id)
  const answer = await approve(world.people.otienoChecker, await askedErasure(world, member), 'Letter seen')
  expect(answer.status).toBe(200)
  expect(await keep()).toEqual({ again: [], waiting: [], unsigned: 0 })
  return { member, before }
}
/** As a restore to a moment before leaves the register. */
async function bringBack({ id }: Member, before: Record<string, unknown>): Promise<void> {
  const { rows } = await world.owner.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'farmers' and is_generated = 'NEVER' and column_name <> 'id'`,
  )
  const { columns = '' } = rows[0] ?? {}
  await world.owner.query(
    `update farmers set (${columns}) = (select ${columns} from jsonb_populate_record(null::farmers, $2)) where id = $1`,
    [id, JSON.stringify(before)],
  )
  expect((await rowOf(world, id))['full_name']).toBe(before['full_name'])
}
const trailOf = async (id: string) =>
  (
    await world.owner.query<{ action: string; title: string }>(
      `select action, title from audit_events where record_id = $1 and action = 'erased_again'`,
      [id],
    )
  ).rows

test('who came back with a restore is erased again, once, by however many servers at the same time', async () => {
  const { member, before } = await erasedMember()
  await bringBack(member, before)
  const outcomes = await Promise.all([keep(), keep()])
  expect(outcomes.flatMap(({ again }) => again)).toEqual([member.id])
  expect(await rowOf(world, member.id)).toMatchObject({ life_state: 'ERASED', mobile_number: '' })
  expect(await trailOf(member.id)).toEqual([{ action: 'erased_again', title: `Member ${member.member_number}` }])
  expect(await keep()).toEqual({ again: [], waiting: [], unsigned: 0 })
  expect(readFileSync(join(dataDir, erasedName), 'utf8')).not.toContain(member.member_number)
})

test('what is open again comes to its end before the member is erased again', async () => {
  const { member, before } = await erasedMember()
  await bringBack(member, before)
  await addEarlierDebt(world, member.id, 500)
  expect(await keep()).toEqual({ again: [], waiting: [member.id], unsigned: 0 })
  expect((await rowOf(world, member.id))['life_state']).toBe('ACTIVE')
  await repayAll(world, member.id)
  expect(await keep()).toEqual({ again: [member.id], waiting: [], unsigned: 0 })
})

test('nobody is erased by a line that the house has not signed, and a line that was cut is written again', async () => {
  const { member } = await erasedMember()
  const other = await freshMember(world)
  await settleCherry(other.id)
  const file = join(dataDir, erasedName)
  const [line] = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  expect(line).toBeDefined()
  appendFileSync(file, `${(line ?? '').replace(/"id":"[^"]+"/, `"id":"${other.id}"`)}\n{"id":"${member.id}`)
  expect(await keep()).toEqual({ again: [], waiting: [], unsigned: 2 })
  expect((await rowOf(world, other.id))['life_state']).toBe('ACTIVE')
})
