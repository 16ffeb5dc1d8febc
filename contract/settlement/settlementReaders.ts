import { readsFarmers, type Permission } from '#contract/house/permissions.ts'

/** Permissions any one of which lets a user read what was sold: of the own organisation, or that names it. */
export const readsSold = [
  ...readsFarmers,
  'CAN_VIEW_RESULTS',
  'CAN_PREPARE_SETTLEMENT',
  'CAN_APPROVE_SETTLEMENT',
  'CAN_UPLOAD_GRN',
  'CAN_APPROVE_GRN',
  'CAN_UPLOAD_CATALOGUE',
  'CAN_APPROVE_CATALOGUE',
  'CAN_APPROVE_ESTATE_CURED_BROKER',
] as const satisfies readonly Permission[]
