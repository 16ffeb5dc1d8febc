/** Whether a farmer is a member now: only who is active gets limits, and who has left may join another society. */
export const lifeStates = ['ACTIVE', 'SUSPENDED', 'DECEASED', 'TRANSFERRED'] as const
export type LifeState = (typeof lifeStates)[number]

/** What each life state is called. */
export const lifeStateLabels: Record<LifeState, string> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  DECEASED: 'Deceased',
  TRANSFERRED: 'Left for another society',
}
