import type { ComponentType } from 'react'
import type { InboxItem } from '#contract/house/inbox.ts'
import { workflow, type Step, type Workflow } from '#contract/kit/workflow.ts'
import { addOutcomes, noOutcome, takeMany, type Decisions } from '#client/kit/decisions/decisions.ts'
import type { InboxKind } from '#client/kit/decisions/recordView.tsx'
import type { MoreProps } from '#client/kit/decisions/StepDialog.tsx'

/** How each kind of record that may stand in the inbox is decided, by its name there. */
export type InboxKinds = ReadonlyMap<string, InboxKind>

/** Steps that are taken on many records of several kinds at once; each record has its own workflow. */
const shared = ['approve', 'authorize', 'decline', 'reject']

function mixedFlow(kinds: InboxKinds): Workflow {
  const flows = [...kinds.values()].map(({ decisions }) => decisions.flow)
  const states = Object.assign({}, ...flows.map((flow) => flow.states)) as Workflow['states']
  const steps = shared.flatMap((name): [string, Step][] => {
    const step = flows.map((flow) => flow.steps[name]).find((one) => one?.bulk)
    return step ? [[name, step]] : []
  })
  return workflow({
    kind: 'inbox',
    record: 'record',
    initial: Object.keys(states),
    states,
    steps: Object.fromEntries(steps),
  })
}

type TakeMany = NonNullable<Decisions<InboxItem>['takeMany']>
/** Records of each kind are decided by the calls of that kind, one kind after the other. */
const takeMixed =
  (kinds: InboxKinds): TakeMany =>
  async (step, records, input) => {
    let sum = noOutcome
    for (const [kind, group] of Map.groupBy(records, (record) => record.kind ?? '')) {
      const decisions = kinds.get(kind)?.decisions
      const outcome = decisions && (await takeMany(decisions, step, group, { ...input, key: `${input.key}-${kind}` }))
      if (outcome) sum = addOutcomes(sum, outcome)
    }
    return sum
  }

/** How the records of the inbox are shown and decided, each as its own kind declares. */
export const decidesAll = (
  kinds: InboxKinds,
): Required<Pick<InboxKind, 'decisions' | 'More' | 'Lead' | 'Facts' | 'Documents'>> => ({
  decisions: {
    flow: mixedFlow(kinds),
    title: (item) => item.title,
    headline: (item) => item.headline,
    of: (item) => kinds.get(item.kind)?.decisions,
    take: {},
    takeMany: takeMixed(kinds),
  },
  More: ofKind<MoreProps<InboxItem>>((kind) => kinds.get(kind)?.More),
  Lead: ofKind<{ row: InboxItem }>((kind) => kinds.get(kind)?.Lead),
  Facts: ofKind<{ row: InboxItem }>((kind) => kinds.get(kind)?.Facts),
  Documents: ofKind<{ row: InboxItem }>((kind) => kinds.get(kind)?.Documents),
})

const ofKind = <Props extends { row: InboxItem }>(find: (kind: string) => ComponentType<Props> | undefined) =>
  function OfKind(props: Props) {
    const Own = find(props.row.kind)
    return Own ? <Own {...props} /> : null
  }
