import { payoutList, payouts } from '#contract/payouts.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const payoutsSource: ListSource = { list: payoutList, endpoint: payouts.list }
