import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageOf } from '#contract/kit/listScreen.ts'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import { decideLoans, fillFund, makePayable, waitingLoan } from '#test/kit/loans.ts'
import { freshMembers, type Member } from '#test/kit/updateRequests.ts'
import { makeWorld, type World } from '#test/kit/world.ts'

let world: World
let members: Member[]
let path: string
const loans: LoanRequest[] = []
beforeAll(async () => {
  world = await makeWorld()
  path = `/disbursement/approved/${world.organisationId('CF4100')}`
  members = await freshMembers(world, 2)
  await fillFund(world, 'KPCU', 10_000)
  await makePayable(
    world,
    members.map(({ id }) => id),
  )
  for (const { id } of members) loans.push(await waitingLoan(world, id, 2_000))
  await decideLoans(world.people.otienoChecker, 'approve', loans)
})
afterAll(() => world?.close())

const approved = async (query: Record<string, string | number>) =>
  (await world.people.otienoChecker.get<PageOf<LoanRequest>>(path, query)).body

test('approved loan requests are found by name, in their page unasked', async () => {
  const [member] = members
  const { data, page } = await approved({ page: 0, size: 5, name: member!.full_name.toLowerCase() })
  expect(data.map(({ fullName }) => fullName)).toEqual([member!.full_name])
  expect(page).toEqual({ size: 5, number: 0, totalElements: 1, totalPages: 1 })
  expect((await approved({ name: 'nobody of this name' })).data).toEqual([])
  expect((await approved({ name: '' })).data).toHaveLength(2)
})

test('a name narrows a search, and whoever asks for the bare list gets it', async () => {
  const [first, second] = members
  const both = { search: loans[0]!.referenceId, name: first!.full_name }
  expect((await approved(both)).data.map(({ id }) => id)).toEqual([loans[0]!.id])
  expect((await approved({ ...both, name: second!.full_name })).data).toEqual([])
  expect(await approved({ paginate: 'N' })).toHaveLength(2)
})
