import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { roles } from '#contract/house/permissions.ts'

/** English label of an organisation type, by its number on the wire. */
export const labelOfType = (id: number): string =>
  Object.values(organisationTypes).find((type) => type.id === id)?.label ?? ''

/** English label of a role; one that an administrator made is called by its own name. */
export const labelOfRole = (name: string): string => (name in roles ? roles[name as keyof typeof roles].label : name)

/** A name of several words as the title of a dialog has it: Buyer’s Payment. */
export const titleCase = (text: string): string => text.replace(/(?<![\w’])\w/g, (letter) => letter.toUpperCase())
