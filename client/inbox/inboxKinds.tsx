import type { ComponentType } from 'react'
import type { InboxItem } from '#contract/inbox.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow } from '#contract/farmerUploads.ts'
import { decisionsFor, type Decisions } from '#client/kit/decisions.ts'
import type { MoreProps } from '#client/kit/StepDialog.tsx'
import { uploadDecision } from '#client/farmers/uploadDecision.tsx'
import { WithUpload } from '#client/kit/UploadLead.tsx'
import { detailRoutes, type UploadKindName } from '#client/farmers/uploadScreens.ts'

type InboxKind = {
  decisions: Decisions<InboxItem>
  view: (typeof detailRoutes)[UploadKindName]
  More?: ComponentType<MoreProps<InboxItem>> | undefined
  Lead: ComponentType<{ row: InboxItem }>
  Documents: ComponentType<{ row: InboxItem }>
}

/** An upload in the inbox is decided as on its own screen. */
function uploadKind(name: UploadKindName): InboxKind {
  const { decisions, More, Lead, Documents } = uploadDecision[name]
  return {
    decisions: decisionsFor(decisions, ({ id, version, title }: InboxItem) => ({ id, version, fileName: title })),
    view: detailRoutes[name],
    More,
    Lead: ({ row }) => <WithUpload id={row.id}>{(upload) => <Lead row={upload} />}</WithUpload>,
    Documents: ({ row }) => <WithUpload id={row.id}>{(upload) => <Documents row={upload} />}</WithUpload>,
  }
}

/** Each kind of record that may stand in the inbox. */
const kinds: Readonly<Record<string, InboxKind>> = {
  [farmerUploadFlow.kind]: uploadKind('farmers'),
  [farmerCompanyUploadFlow.kind]: uploadKind('farmer_companies'),
}

const { approve, decline } = farmerUploadFlow.steps
/** The steps all kinds share, for the list as a whole; each record brings its own workflow. */
const mixed = workflow({
  kind: 'inbox',
  record: 'record',
  initial: Object.keys(farmerUploadFlow.states),
  states: { ...farmerUploadFlow.states, ...farmerCompanyUploadFlow.states },
  steps: { approve, decline },
})
type TakeMany = NonNullable<Decisions<InboxItem>['takeMany']>
/** Records of each kind are decided by the calls of that kind, one kind after the other. */
const takeMany: TakeMany = async (step, records, given) => {
  const sum: Awaited<ReturnType<TakeMany>> = { done: 0, skipped: 0, failed: 0, rows: [] }
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind ?? '')) {
    const outcome = await kinds[kind]?.decisions.takeMany?.(step, own, { ...given, key: `${given.key}-${kind}` })
    if (!outcome) continue
    sum.done += outcome.done
    sum.skipped += outcome.skipped
    sum.failed += outcome.failed
    sum.rows.push(...outcome.rows)
  }
  return sum
}

/** How the records of the inbox are decided. */
export const inboxDecisions: Decisions<InboxItem> = {
  flow: mixed,
  title: (item) => item.title,
  of: (item) => kinds[item.kind]?.decisions,
  take: {},
  takeMany,
}

/** Where a record of the inbox is shown as a whole. */
export const viewOf = ({ id, kind }: InboxItem) => {
  const to = kinds[kind]?.view
  return to && { to, params: { id } }
}

export function InboxMore(props: MoreProps<InboxItem>) {
  const More = kinds[props.row.kind]?.More
  return More ? <More {...props} /> : null
}

export function InboxLead({ row }: { row: InboxItem }) {
  const Lead = kinds[row.kind]?.Lead
  return Lead ? <Lead row={row} /> : null
}

export function InboxDocuments({ row }: { row: InboxItem }) {
  const Documents = kinds[row.kind]?.Documents
  return Documents ? <Documents row={row} /> : null
}
