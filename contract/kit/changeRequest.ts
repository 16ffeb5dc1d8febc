import { z } from 'zod'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Permission } from '#contract/house/permissions.ts'
import type { Headline } from '#contract/house/headlines.ts'
import { Decided, Id, type Endpoint } from './endpoint.ts'
import type { ListColumn, ListScreen } from './listScreen.ts'
import { record, type Allow, type Paths } from './record.ts'
import { awaiting, proposalSteps, turnedDown } from './proposal.ts'
import { workflow, type Workflow } from './workflow.ts'

/** A proposed change of something in force: what it was, what it shall be, what a decider should look at, and the decision. */
export const ChangeRequest = z
  .object({
    id: Id,
    subject: z.string().describe('What part of the kind is changed: a user, a season'),
    targetId: z.string(),
    title: z.string(),
    organisationName: z.string(),
    organisationCode: z.string(),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
    notes: z.array(z.object({ code: z.string(), message: z.string() })),
    reason: z.string(),
    approverComments: z.string().nullable(),
  })
  .extend(Decided.shape)
export type ChangeRequest = z.output<typeof ChangeRequest>

/** The life of a change request: one person proposes, another decides, and who proposed may take it back until then. */
export const changeFlow = ({
  kind,
  record,
  propose,
  approve,
  organisationTypes,
  undo,
}: {
  kind: string
  record: string
  propose: Permission
  approve: Permission
  /** Who decides is of one of these types; everybody with the permission when left out. */
  organisationTypes?: readonly OrganisationType[]
  /** Whether an approval may be called back before it is sent. */
  undo?: true
}) => {
  const proposed = { propose, approve, to: 'APPROVED' } as const
  const { approve: approval, decline } = proposalSteps({
    ...proposed,
    ...(organisationTypes ? { organisationTypes } : {}),
  })
  const { withdraw } = proposalSteps(proposed)
  return workflow({
    kind,
    record,
    initial: ['PENDING_APPROVAL'],
    states: {
      ...awaiting,
      APPROVED: { id: 1, name: 'APPROVED', label: 'Approved', tone: 'good' },
      ...turnedDown,
    },
    steps: {
      approve: { ...approval, bulk: true, ...(undo ? { undo } : {}) },
      decline: { ...decline, bulk: true },
      withdraw,
    },
  })
}

/** Columns every list of change requests has. */
export const changeColumns = [
  { key: 'title', title: 'What', as: 'name', card: 'title' },
  { key: 'organisationName', title: 'Organisation', as: 'text', hidden: 'own' },
  { key: 'createdBy', title: 'Requested by', as: 'text' },
  { key: 'created', title: 'Requested on', as: 'time', sort: true, card: 'value' },
  { key: 'decidedBy', title: 'Decided by', as: 'text', hidden: true },
  { key: 'status', title: 'Status', as: 'status' },
] as const satisfies readonly ListColumn<keyof ChangeRequest>[]

type ChangeStep = 'approve' | 'decline' | 'withdraw'

/** Declares a kind of change request as a whole: the list, its order and its columns are those of all of them. */
export const changeRecord = <
  const P extends Paths<ChangeStep>,
  const Custom extends Readonly<Record<string, Endpoint>> = Record<never, never>,
>({
  flow,
  list: { columns = changeColumns, pageSize = 10, ...list },
  ...more
}: {
  flow: Workflow<string, ChangeStep>
  list: Pick<ListScreen, 'name' | 'title' | 'searchIn' | 'filters'> & {
    columns?: readonly ListColumn<keyof ChangeRequest>[]
    pageSize?: number
  }
  headline: (row: ChangeRequest) => Headline
  reads: Allow
  reach?: 'administration'
  paths: P
  calls?: Custom
}) =>
  record({
    flow,
    row: ChangeRequest,
    list: { ...list, columns, pageSize, sort: { key: 'created', direction: 'desc' } },
    ...more,
  })
