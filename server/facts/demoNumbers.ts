/** The account numbers of which the simulated bank of the demo says something of its own, by their last four digits. */
export const demoNumbers = [
  { ending: '9901', does: 'differs', words: 'belongs to somebody else, so that the name differs' },
  { ending: '9902', does: 'closed', words: 'is closed' },
  { ending: '9903', does: 'silent', words: 'is one the bank does not answer for' },
  { ending: '9904', does: 'comes_back', words: 'is paid, and the payment comes back three days later' },
] as const

/** The same for people who fill in a template. */
export const demoInstructions: readonly string[] = [
  'The bank of this demo is simulated: an account belongs to whoever your file names under Account Name.',
  ...demoNumbers.map(({ ending, words }) => `Demo only: an account number that ends in ${ending} ${words}.`),
]
