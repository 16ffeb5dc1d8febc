import { payoutList, payouts } from '#contract/payouts/payouts.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

export const payoutsSource: ListSource = { list: payoutList, endpoint: payouts.list, one: payouts.one }
