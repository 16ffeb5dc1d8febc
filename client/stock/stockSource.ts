import type { SessionUser } from '#contract/house/session.ts'
import { stock } from '#contract/stock/stock.ts'
import { stockTrackerList } from '#contract/stock/stockRows.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { parseStock } from './stockSearch.ts'

/** A grower reads its own, and need not be told whose it is. */
const ofOneGrower = {
  ...stockTrackerList,
  columns: stockTrackerList.columns.filter(({ key }) => key !== 'growerCode'),
}

/** Where coffee is, of the grower and between the days that the address names. */
export function stockSource(user: SessionUser, search: object): ListSource {
  const { growerCode, startDate, endDate } = parseStock({ ...search })
  const asked = Object.entries({ growerCode, startDate, endDate }).filter(([, value]) => value !== undefined)
  const list = actorOf(user).organisationType === 'FARMER_SOCIETY' ? ofOneGrower : stockTrackerList
  return { list, endpoint: stock.list, also: Object.fromEntries(asked) as Record<string, string> } // border: those that are said
}
