import { inbox, inboxList } from '#contract/house/inbox.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'

export const inboxSource: ListSource = { list: inboxList, endpoint: inbox.list, waits: 'all' }
