export const notifications = {
  title: 'Notifications',
  bell: (news: number) => (news === 0 ? 'Notifications' : `Notifications, ${news} new`),
  loading: 'Loading notifications',
  reload: 'Reload',
  readAll: 'Mark all as read',
  waiting: 'Waiting for you',
  waits: (total: number, fresh: number) =>
    `${total.toLocaleString('en')} ${total === 1 ? 'waits' : 'wait'} for your decision${fresh > 0 ? `, ${fresh.toLocaleString('en')} new` : ''}`,
  decided: 'Decisions on your records',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  bySystem: 'Kahawa, automatically',
  unread: 'unread',
  none: 'Nothing new.',
  noneHint: 'When somebody decides a record of yours, you read it here.',
  mailSettings: 'Choose when Kahawa writes to you',
  mail: 'E-mail',
  mailHint: 'E-mails give numbers only: how many records wait for you, and how many of yours were decided.',
  mailTimes: {
    none: 'Never',
    daily: 'Every morning at half past six',
    at_once: 'Every morning, and as soon as something of yours is decided',
  },
  mailTo: (address: string) => `E-mails go to ${address}.`,
  mailNowhere: 'Your user has no e-mail address. Ask your administrator for one.',
  mailOff: 'This server sends no e-mails at the moment. Your choice applies as soon as it does.',
  mailFailed: (when: string) =>
    `The last e-mail, of ${when}, could not be delivered. Ask your administrator whether the address is right.`,
}

export const audit = {
  sub: 'Who did what, and when',
  narrow: 'Days, person and organisation',
  from: 'From day',
  to: 'To day',
  person: 'Person',
  organisation: 'Organisation',
}

export const pack = {
  button: 'Subject pack',
  hint: 'Everything held on this farmer. Each pack is written into the audit trail.',
  json: 'For machines (JSON)',
  pdf: 'To print (PDF)',
}
