export const seasonReopenings = {
  title: 'Closed seasons',
  sub: 'The last payment of a season closes it: it takes no more cherry of the society. Opening one again is decided by a second person.',
  closed: 'Seasons that are closed',
  none: 'No season of the society is closed by a last payment.',
  columns: { season: 'Season', payment: 'Last payment', closedAt: 'Closed at', acts: 'Actions' },
  cycle: (cycle: string) => `Cycle ${cycle}`,
  reopen: 'Open again',
  ask: (season: string) => `Request to open ${season} again`,
  effect:
    'Cherry of the season can be entered, corrected and approved again. What was paid stays as it is; a further cycle, where one is left, pays what is new.',
  requests: 'Requests',
  requestsNone: 'Requests to open a closed season again appear here, and another person decides them.',
  notes: 'Look at this before you decide',
  reason: 'Reason given',
}
