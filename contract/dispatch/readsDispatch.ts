import type { Permission } from '#contract/house/permissions.ts'

/** Permissions any one of which lets a user read dispatch of the own organisation, and what names it. */
export const readsDispatch = [
  'CAN_UPLOAD_GRN',
  'CAN_APPROVE_GRN',
  'CAN_UPLOAD_CATALOGUE',
  'CAN_APPROVE_CATALOGUE',
  'CAN_APPROVE_ESTATE_CURED_BROKER',
  'CAN_APPROVE_CCARF_PARCHMENT',
  'CAN_VIEW_FARMERS',
] as const satisfies readonly Permission[]
