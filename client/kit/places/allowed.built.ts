import { cherryDeliveryFlow } from '#contract/deliveries/cherryDeliveries.ts'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { screenList, type RecordDeclaration } from '#contract/kit/record.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import type { Step } from '#contract/kit/workflow.ts'
import { records } from '#contract/records.ts'

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

export type RecordName = keyof typeof records

/**
 * What the shell knows of a kind of record: its name in the inbox, the call of its list, the file it is uploaded with, the steps
 * that approve one of somebody else, and the step of its maker, whom the same rule lets make one.
 */
type Door = {
  kind: string
  list: CallName
  file?: { name: string; title: string; rows: CallName; upload: CallName }
  approves: readonly Step[]
  makes?: Step
}

const callOf = (name: string, call: string) => `${name}.${call}` as CallName // border: the names are those of the register

/** The doors of all kinds of record, by the name of their calls. */
export const doors = Object.fromEntries(
  Object.entries<RecordDeclaration & { file?: UploadKind }>(records).map(([name, record]) => {
    const { flow, file } = record
    const [list] = screenList(record)
    const { name: fileName = '', title = '' } = file ?? {}
    const ofFile = { name: fileName, title, rows: callOf(name, 'rows'), upload: callOf(name, 'upload') }
    const steps: readonly Step[] = Object.values(flow.steps)
    const approves = steps.filter(({ who, tone }) => who === 'other' && tone === 'main')
    const makes = steps.find(({ who }) => who === 'maker')
    const door: Door = { kind: flow.kind, list: callOf(name, list), approves }
    if (file) door.file = ofFile
    if (makes) door.makes = makes
    return [name, door]
  }),
) as Record<RecordName, Door> // border: the names are those of the register
