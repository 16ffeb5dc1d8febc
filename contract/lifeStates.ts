/** Whether a farmer is a member now: only who is active delivers and gets limits, and who has left may join another society. */
export const lifeStates = ['ACTIVE', 'SUSPENDED', 'DECEASED', 'TRANSFERRED'] as const
export type LifeState = (typeof lifeStates)[number]

/** What each life state is called. */
export const lifeStateLabels: Record<LifeState, string> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  DECEASED: 'Deceased',
  TRANSFERRED: 'Left for another society',
}

type Rules = {
  /** What may be asked for: of the dead, only where the next of kin are paid. */
  updates: 'all' | 'account' | 'none'
  /** The life states that may follow. The dead do not leave: their ID would be free for somebody else. */
  next: readonly LifeState[]
}

/** What each life state allows. */
export const lifeStateRules: Record<LifeState, Rules> = {
  ACTIVE: { updates: 'all', next: ['SUSPENDED', 'DECEASED', 'TRANSFERRED'] },
  SUSPENDED: { updates: 'all', next: ['ACTIVE', 'DECEASED', 'TRANSFERRED'] },
  DECEASED: { updates: 'account', next: ['ACTIVE'] },
  TRANSFERRED: { updates: 'none', next: ['ACTIVE'] },
}
