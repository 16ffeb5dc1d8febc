import type { review as english } from '../en/review.ts'

export const review: typeof english = {
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
