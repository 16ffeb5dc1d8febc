import type { Permission } from '#contract/house/permissions.ts'

/** The two decisions of a society's own checkers, on one record or on many. A refusal says why. */
export const societyDecides = <const From extends string, const To extends string, const Refused extends string>({
  allow,
  from,
  to,
  refused,
  undo,
}: {
  allow: Permission
  from: readonly From[]
  to: readonly To[]
  refused: Refused
  /** Whether an approval may be called back before it is sent. */
  undo?: true
}) =>
  ({
    approve: {
      label: 'Approve',
      from,
      to,
      allow,
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'other',
      tone: 'main',
      bulk: true,
      ...(undo ? { undo } : {}),
    },
    decline: {
      label: 'Decline',
      from,
      to: [refused],
      allow,
      organisationTypes: ['FARMER_SOCIETY'],
      who: 'other',
      comment: 'required',
      tone: 'danger',
      bulk: true,
    },
  }) as const
