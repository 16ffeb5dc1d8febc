import type { Hit, HitGroup } from '#contract/house/search.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import { records } from '#contract/records.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** The lists that the search of the house looks in; its other kinds are farmers and payouts. */
export const searchedLists: readonly string[] = [
  'farmers',
  'loan-requests',
  'payouts',
  'cherry-deliveries',
  'dispatch-records',
  'catalogue-lots',
  'estate-cured-records',
  ...Object.values(records).flatMap((record) => ('file' in record ? record.list.name : [])),
]
const kindOf = ({ name }: ListScreen): string =>
  Object.values(records).find(({ list }) => list.name === name)?.flow.kind ??
  (name === 'farmers' ? 'registered_farmer' : 'payout')

/** What a person finds of the records of a list. */
export async function findIn(
  screen: ListScreen,
  person: Person,
  search: string,
): Promise<{ hits: Hit[]; more: boolean }> {
  const { body } = await person.get<{ groups: HitGroup[] }>('/search', { search })
  return body.groups.find(({ kind }) => kind === kindOf(screen)) ?? { hits: [], more: false }
}

/** Readers of every sort: societies, a miller, whoever sees all of them, and who sees none. */
export const readersOf = ({ people }: World): Person[] => [
  people.wanjikuMaker,
  people.purityChecker,
  people.aliceMillerChecker,
  people.peterBankChecker,
  people.mercyKpcuChecker,
  people.aminaViewer,
  people.samuelAdministrator,
]
