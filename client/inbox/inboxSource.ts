import { inbox, inboxList } from '#contract/house/inbox.ts'
import { unapprovedPaymentList, unapprovedPayments } from '#contract/payments/unapprovedPayments.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

/** Everything that waits for the user, and the part of it that pays. */
export const inboxSources = {
  inbox: { list: inboxList, endpoint: inbox.list, waits: 'all' },
  payments: { list: unapprovedPaymentList, endpoint: unapprovedPayments.list, waits: 'all' },
} as const satisfies Record<string, ListSource>
