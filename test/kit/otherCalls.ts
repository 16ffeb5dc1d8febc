import type { Endpoint } from '#contract/kit/endpoint.ts'

/** Calls that change something without taking a step on a record of a list, each with what it is instead. */
export const otherCalls: Readonly<Record<string, string>> = {
  'POST /notifications/read': 'of the own notifications',
  'POST /notifications/mail': 'a choice of the user',
  'POST /uploads/:id/rows/:row': 'repair of a draft',
  'POST /uploads/:id/leave-out': 'repair of a draft',
  'POST /uploads/:id/repair': 'repair of a draft',
  'POST /farmer/life-state': 'proposes',
  'POST /farmer/:id/plots': 'creates',
  'POST /plots/import/:organisationId': 'creates',
  'POST /farmercherry/disclaimer': 'a choice of the user',
  'POST /farmercherry': 'creates',
  'POST /farmercherry/correction': 'creates',
  'POST /farmercherry/batch': 'creates',
  'POST /factories/:organisationId': 'proposes',
  'POST /upload/cherry/record/:organisationId': 'creates',
  'POST /cherry/rate/update': 'proposes',
  'POST /society-accounts/:organisationId': 'proposes',
  'POST /society-transfers/:organisationId': 'orders',
  'POST /payment/saveCommunalPayment': 'saves',
  'POST /payment/schedule/draft/open': 'a draft',
  'POST /payment/schedule/draft/save': 'a draft',
  'POST /payment/schedule/draft/takeOver': 'a draft',
  'POST /payment/schedule/draft/discard': 'a draft',
  'POST /payment/schedule/draft/restore': 'a draft',
  'POST /payment/initiateScheduleRetry': 'initiates',
  'POST /payment/conversionRate/update': 'submits',
  'POST /payment/setCommunalRateLimit': 'sets',
  'POST /farmer/store': 'creates',
  'POST /loan/request': 'creates',
  'POST /payouts/:id/query': 'queries the bank',
  'POST /payouts/channels/:channel/pause': 'a switch',
  'POST /payouts/channels/:channel/resume': 'a switch',
  'POST /payouts/:id/resolution': 'proposes',
  'POST /bank/statement': 'proposes',
  'POST /bank/statement/pull': 'queries the bank',
  'POST /reconciliation/exception/:id': 'proposes',
  'POST /bank/callbacks/:provider': 'made by the bank',
  'POST /farmers/quality/:organisationId/recount': 'counts anew',
  'POST /county-reports': 'keeps figures',
  'POST /views': 'of the user',
  'DELETE /views/:id': 'of the user',
}

/** Whether a call changes records, apart from uploads, sessions, and what administrators propose. */
export const changesRecords = ({ method, path, reads, upload }: Endpoint): boolean =>
  method !== 'GET' && !reads && !upload && !path.startsWith('/auth/') && !/^\/admin\/(?!changes)/.test(path)
