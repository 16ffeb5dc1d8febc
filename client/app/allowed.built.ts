import { cherryDeliveryFlow } from '#contract/cherryDeliveries.ts'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'

type Declared = typeof endpoints
/** A call by the names it has in the register of the house: `farmers.summary`. */
export type CallName = {
  [Group in keyof Declared]: `${Group}.${keyof Declared[Group] & string}`
}[keyof Declared]

/**
 * Who may make each call. Routes and the menu need no more of a declaration than this, and the build turns this file
 * into its constants (docs/decisions/0014): the contract's modules come with the screens that use them.
 */
export const allowed = Object.fromEntries(
  Object.entries<Record<string, Endpoint>>(endpoints).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, { allow }]) => [`${group}.${name}`, allow]),
  ),
) as Record<CallName, Endpoint['allow']> // border: the names are those of the register

/** Whoever may correct a delivery before it is approved may also enter it. */
export const enteringDeliveries = cherryDeliveryFlow.steps.edit
