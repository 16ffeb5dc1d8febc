export const retries = {
  title: 'Payment retries',
  sub: 'Payments that were refused or held, sent again. One person of the society asks for it, another lets it go; the bank is asked five times at most.',
  none: 'Nothing was sent again. A refused or held line of a payment schedule is retried from its drawer.',
  openSub:
    'Money of approved schedules that waits: what holds it now, and what mends it. Once nothing holds it, two people pay it from here, without a new schedule.',
  openNone: 'Nothing is held, and the bank has refused nothing.',
  asked: (times: string) => `The bank was asked ${times} of 5 times`,
  toUpdates: 'See the update requests',
  again: 'Pay again',
  elsewhere: 'Pay to another account',
  againTitle: (name: string) => `Pay ${name} again`,
  elsewhereTitle: (name: string) => `Pay ${name} to another account`,
  againHint:
    'It goes to the same account, once another person has let it go. What was held goes to the account of the member as it is now.',
  elsewhereHint:
    'The bank says whose account it is before anything is saved. The register of the member is changed by a request of its own, so that the next schedule pays there too.',
  send: 'Send for approval',
  lookUp: 'Ask the bank whose it is',
  found: (name: string) => `Account details validated successfully: ${name}`,
  attempt: (attempt: string) => `Attempt ${attempt} of 5`,
  why: 'Why it was not paid',
  before: 'Account before',
  account: 'Account',
  channel: 'Pay channel',
  look: 'Look at this first',
  reason: 'Reason',
  schedule: 'See the schedule',
}
