/** The one password of the demo's invented users. */
export const demoPassword = 'Kahawa-demo-2026'

/** The hash all demo users start with. Who has another password is not a demo user any more, and the sign-in screen does not offer them. */
export const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$a2FoYXdhLWRlbW8tc2FsdA$Z/GIRUxhhFyQukn25N3GeC0Y4OqwJSlj/I06B/Q74Qs'
