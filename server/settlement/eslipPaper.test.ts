import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckedEslip } from '#contract/settlement/eslipPapers.ts'
import { codeOfPaper } from '#server/kit/paper/paperCodes.ts'
import { eslipIn } from '#test/kit/eslips.ts'
import type { Person } from '#test/kit/people.ts'
import { makeWorld, type World } from '#test/kit/world.ts'
import { eslipReference } from '#contract/settlement/eslipPapers.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const print = (person: Person, id: string, language = 'en') =>
  person.request<{ code?: string }>('POST', `/eslip/download/${id}`, { query: { language }, body: {} })
const check = async (code: string) =>
  (await world.stranger({ method: 'GET', path: `/check-eslip/${encodeURIComponent(code)}` })) as {
    status: number
    body: CheckedEslip & { code?: string }
  }
const codeOf = (id: string) =>
  codeOfPaper(world.house, { name: 'eslip', reference: eslipReference }, `ES${id.replaceAll('-', '').toUpperCase()}`)

test('an e-slip is printed in both languages for its grower, its broker and the bank, and refused to others', async () => {
  const id = await eslipIn(world)
  const { wanjikuMaker, kevinBrokerMaker, peterBankChecker, kipronoMillerMaker, danielMaker } = world.people
  for (const person of [wanjikuMaker, kevinBrokerMaker, peterBankChecker])
    for (const language of ['en', 'sw']) {
      const { status, bytes } = await print(person, id, language)
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    }
  expect((await print(kipronoMillerMaker, id)).body.code).toBe('eslip.not_yours')
  expect((await print(danielMaker, id)).status).toBe(404)
})

test('its code tells anybody the lot and the fingerprint, which another leg changes; a forged one tells nothing', async () => {
  const id = await eslipIn(world)
  const { status, body } = await check(codeOf(id))
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      gross: 360,
      weight: 90,
      state: 'Sold, awaiting payment',
      fingerprint: expect.stringMatching(/^[0-9A-F]{16}$/) as string,
    }),
  ])
  expect(Object.keys(body).toSorted()).toEqual([
    'eslipNumber',
    'fingerprint',
    'gross',
    'lotNumber',
    'saleNumber',
    'season',
    'state',
    'weight',
  ])
  await world.owner.query(
    `begin; update eslip_legs set amount_cents = amount_cents - 1 where eslip_id = '${id}' and kind = 'GROWER';
     update eslip_legs set amount_cents = amount_cents + 1 where eslip_id = '${id}' and kind = 'BROKER'; commit`,
  )
  expect((await check(codeOf(id))).body.fingerprint).not.toBe(body.fingerprint)
  const code = codeOf(id)
  expect((await check(code.slice(0, -1) + (code.endsWith('Z') ? 'Y' : 'Z'))).body.code).toBe('eslip.unknown')
})
