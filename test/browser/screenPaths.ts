/** Every screen as somebody sees it. `:name` stands for the id of a record that the test has made. */
type Paths = Record<string, readonly string[]>

/** The register, cherry and administration. */
export const registerScreens = {
  'fcs.maker': [
    '/inbox',
    '/farmers/view',
    '/farmers/uploads',
    '/farmers/farmercompany',
    '/farmers/:draft/details',
    '/farmercompany/:companies/details',
    '/farmers/uploads/:draft/review',
    '/farmercompany/:companyDraft/review',
    '/farmers/created',
    '/farmers/updates',
    '/farmers/plots',
    '/farmers/summary',
    '/reports/cherry',
    '/dashboard',
    '/dashboard?as=tables',
    '/farmers/quality',
    '/farmers/quality/CF4100/account_unverified',
    '/farmers/quality/CF4100/account_elsewhere',
    '/account',
    '/developers/api',
    '/developers/api?call=farmerUploads.approve',
    '/cherry/deliveries',
    '/cherry/deliveries?create=Y',
    '/cherry/deliveries/entry',
    '/cherry/uploads',
    '/cherry/uploads?upload=Y',
    '/cherry/uploads/:book/details',
    '/cherry/uploads/:book/review',
    '/cherry/factories',
    '/nowhere/to/be/found',
  ],
  'fcs.checker': [
    '/inbox',
    '/farmers/uploads?open=:waiting',
    '/cherry/deliveries',
    '/cherry/uploads?open=:sent',
    '/cherry/factories',
  ],
  'admin.checker': [
    'changes',
    'users',
    'roles',
    'organisations',
    'seasons',
    'settings',
    'disclaimers',
    'holidays',
    'report',
  ].map((name) => `/admin/${name}`),
  'gov.viewer': [
    '/cherry/deliveries',
    '/cherry/uploads',
    '/cherry/factories',
    '/dashboard',
    '/dashboard/CF4101',
    '/reports/counties',
    '/farmers/quality',
    '/farmers/quality/CF4101',
    '/farmers/view',
    '/farmers/summary',
    '/farmers/summary/CF4101',
    '/audit',
  ],
} as const satisfies Paths

/** Rates, limits, parchment, loans, payouts and reconciliation. */
export const moneyScreens = {
  'fcs.maker': [
    '/farmers/limits',
    '/farmers/limits?open=:limit',
    '/farmers/limits/files?tab=all',
    '/farmers/limits/files?upload=Y',
    '/farmers/limits/:limitFile/details',
    '/farmers/limits/:limitDraft/review',
    '/rates/cherry?tab=all',
    '/rates/conversion?tab=all',
    '/money/accounts',
    '/rates/communal?tab=all',
    '/rates/communal?create=Y',
    '/ccarf/delivery/parchment?tab=all',
    '/ccarf/delivery/parchment?upload=Y',
    '/ccarf/delivery/parchment/:parchmentDraft/review',
    '/loan/requests?tab=all',
    '/loan/requests?create=Y',
    '/loan/disbursed',
    '/farmers/loan/history/:society/:borrower',
    '/farmers/farmer/:borrower',
    '/farmers/farmer/:borrower?tab=limit',
    '/farmers/farmer/:borrower?tab=loans',
  ],
  'fcs.checker': [
    '/inbox',
    '/farmers/limits/files',
    '/farmers/limits/files?tab=all&open=:limitWaiting',
    '/farmers/limits/files?tab=all&open=:limitFile',
    '/loan/pending?tab=all',
    '/loan/approved?tab=all',
    '/loan/requests?tab=all&open=:loan',
    '/ccarf/farmer/loan/schedule',
    '/ccarf/farmer/loan/schedule/:schedule',
  ],
  'fcs.manager': [
    '/ccarf/delivery/parchment?tab=all&open=:referred',
    '/ccarf/delivery/parchment/:referred/details',
    '/loan/requests',
    '/money/unapproved?tab=all',
    '/money/settlement',
    '/money/settlement?from=2026-10-01&to=2026-10-10',
  ],
  'miller.checker': [
    '/inbox',
    '/ccarf/delivery/parchment',
    '/ccarf/delivery/parchment?tab=all&open=:parchment',
    '/ccarf/delivery/parchment/:parchment/details',
  ],
  'kpcu.maker': ['/money/reconciliation'],
  'kpcu.checker': [
    '/ccarf/delivery/parchment?tab=all&open=:parchment',
    '/farmers/limits/files?tab=all',
    '/farmers/limits',
    '/rates/cherry?tab=all&open=:rate',
    '/loan/requests/CF4100?tab=all',
    '/loan/summary',
    '/loan/summary/CF4100',
    '/money/commissions',
    '/money/reconciliation?tab=all',
    '/money/reconciliation?tab=all&open=:exception',
    '/money/reconciliation/resolutions?tab=all',
    '/money/reconciliation/imports?tab=all',
    '/money/reconciliation/imports?tab=all&open=:statementFile',
  ],
  'bank.checker': [
    '/farmers/limits/files',
    '/money/payouts',
    '/money/payouts?open=:payout',
    '/money/payouts?open=:stuck',
    '/money/payouts/resolutions?tab=all',
    '/money/payouts/resolutions?tab=all&open=:payoutResolution',
    '/money/settlement',
    '/money/reconciliation',
    '/money/reconciliation/resolutions?tab=all',
  ],
  'bank.maker': ['/rates/cherry?tab=all'],
  'gov.viewer': ['/money/payouts'],
} as const satisfies Paths

/** Screens that have a walk of their own: administration, loanReports and screens.test.ts; and twice the same list. */
const elsewhere = [
  '/',
  '/sign-in',
  '/invitation/$token',
  '/check/$code',
  '/follow/$code',
  '/farmers/farmers',
  '/farmers/files',
]

/** Which of these addresses of the router nobody opens here. */
export function neverOpened(routes: readonly string[]): string[] {
  const opened = [registerScreens, moneyScreens].flatMap((screens) =>
    Object.values<readonly string[]>(screens).flatMap((paths) => paths.map((path) => path.split('?')[0] ?? '')),
  )
  return routes.filter((route) => {
    const shape = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+').replace('$', 'nowhere/.*')}$`)
    return !elsewhere.includes(route) && !opened.some((path) => shape.test(path))
  })
}
