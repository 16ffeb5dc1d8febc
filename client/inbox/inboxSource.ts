import { inbox, inboxList } from '#contract/inbox.ts'
import type { ListSource } from '#client/kit/useListPage.ts'

export const inboxSource: ListSource = { list: inboxList, endpoint: inbox.list, waits: 'all' }
