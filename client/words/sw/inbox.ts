import type { inbox as english, review as englishReview } from '../en/inbox.ts'

export const inbox: typeof english = {
  caughtUpHint: 'Hakuna kinachosubiri uamuzi wako. Rekodi mpya zitaonekana hapa zenyewe.',
  sub: (count) =>
    count === 0
      ? 'Hakuna kinachosubiri uamuzi wako'
      : count === 1
        ? 'Rekodi moja inasubiri uamuzi wako'
        : `Rekodi ${count} zinasubiri uamuzi wako`,
}

export const review: typeof englishReview = {
  open: 'Kagua moja baada ya nyingine',
  title: (list) => `Ukaguzi: ${list}`,
  close: 'Funga ukaguzi',
  progress: (done, all) => `${done} kati ya ${all} zimekaguliwa`,
  approveRest: (shown) => `Idhinisha ${shown} zisizo na dosari`,
  skip: 'Ruka',
  finished: 'Ukaguzi umekamilika',
  nothing: 'Hakuna kinachosubiri uamuzi wako hapa.',
  sum: ({ main, danger, skipped }) => `${main} zimeidhinishwa, ${danger} zimekataliwa, ${skipped} zimerukwa`,
  again: (count, shown) => (count === 1 ? 'Kagua tena rekodi iliyorukwa' : `Kagua tena rekodi ${shown} zilizorukwa`),
  done: 'Rudi kwenye orodha',
}
