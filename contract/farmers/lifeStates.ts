/** Whether a farmer is a member now: only who is active delivers and gets limits, and who has left may join another society. */
export const lifeStates = ['ACTIVE', 'SUSPENDED', 'DECEASED', 'TRANSFERRED', 'ERASED'] as const
export type LifeState = (typeof lifeStates)[number]

/** What each life state is called. */
export const lifeStateLabels: Record<LifeState, string> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  DECEASED: 'Deceased',
  TRANSFERRED: 'Left for another society',
  ERASED: 'Erased',
}

type Rules = {
  /** What may be requested: of the dead, only where the next of kin are paid. */
  updates: 'all' | 'account' | 'none'
  /** The life states that may follow. The dead do not leave: their ID would be free for somebody else. */
  next: readonly LifeState[]
  /** What a decider is pointed at: in every change, or where the money goes elsewhere. */
  warning?: { of: 'every change' | 'the account'; code: 'suspended' | 'deceased' }
}

/** What each life state allows. */
export const lifeStateRules: Record<LifeState, Rules> = {
  ACTIVE: { updates: 'all', next: ['SUSPENDED', 'DECEASED', 'TRANSFERRED'] },
  SUSPENDED: {
    updates: 'all',
    next: ['ACTIVE', 'DECEASED', 'TRANSFERRED'],
    warning: { of: 'the account', code: 'suspended' },
  },
  // Whoever is paid in the place of the dead, and whoever returns from among them, has papers to show.
  DECEASED: { updates: 'account', next: ['ACTIVE'], warning: { of: 'every change', code: 'deceased' } },
  TRANSFERRED: { updates: 'none', next: ['ACTIVE'] },
  // Nobody comes to it but by an erasure, and nobody comes back: nothing is left of who it was.
  ERASED: { updates: 'none', next: [] },
}
