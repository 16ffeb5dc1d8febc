import type { inbox as english } from '../en/inbox.ts'

export const inbox: typeof english = {
  caughtUp: 'Umemaliza yote',
  caughtUpHint: 'Hakuna kinachosubiri uamuzi wako. Rekodi mpya zitaonekana hapa zenyewe.',
  sub: (count) =>
    count === 0
      ? 'Hakuna kinachosubiri uamuzi wako'
      : count === 1
        ? 'Rekodi moja inasubiri uamuzi wako'
        : `Rekodi ${count} zinasubiri uamuzi wako`,
}
