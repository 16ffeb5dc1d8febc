import type { ComponentType } from 'react'
import { adminChangeFlow } from '#contract/adminChanges.ts'
import { cherryDeliveryFlow } from '#contract/cherryDeliveries.ts'
import { cherryDeliveryUploadFlow } from '#contract/cherryDeliveryUploads.ts'
import { cherryRateFlow } from '#contract/cherryRates.ts'
import { factoryChangeFlow } from '#contract/factories.ts'
import type { InboxItem } from '#contract/inbox.ts'
import { limitFileFlow } from '#contract/limitFileFlow.ts'
import { exceptionFlow } from '#contract/statementExceptions.ts'
import { workflow } from '#contract/kit/workflow.ts'
import { loanRequestFlow } from '#contract/loanFlow.ts'
import { parchmentFlow } from '#contract/parchmentFlow.ts'
import { plotFlow } from '#contract/plots.ts'
import { updateRequestFlow } from '#contract/updateRequests.ts'
import { statementImportFlow } from '#contract/statementImports.ts'
import { wayOnFlow } from '#contract/waysOn.ts'
import { createdFarmerFlow } from '#contract/createdFarmers.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow } from '#contract/farmerUploads.ts'
import { decisionsFor, takeMany, type Decisions } from '#client/kit/decisions.ts'
import type { MoreProps } from '#client/kit/StepDialog.tsx'
import { adminChangeDecisions, AdminChangeLeadOf } from '#client/administration/changeDecision.tsx'
import { deliveryDecisions } from '#client/deliveries/deliveryDecisions.ts'
import { InboxDeliveryLead } from '#client/deliveries/DeliveryLead.tsx'
import { deliveryUploadDecision } from '#client/deliveries/deliveryUploadDecision.tsx'
import { factoryChangeDecisions } from '#client/deliveries/factoryChangeDecisions.ts'
import { InboxFactoryLead } from '#client/deliveries/FactoryChangeLead.tsx'
import { cherryRateDecisions } from '#client/rates/cherryRateDecisions.ts'
import { InboxCherryRateLead } from '#client/rates/CherryRateLead.tsx'
import { limitFileDecision } from '#client/limits/limitFileDecision.tsx'
import { loanDecisions } from '#client/loans/loanCalls.ts'
import { InboxLoanLead } from '#client/loans/LoanLead.tsx'
import { plainDecisions as parchmentDecisions } from '#client/parchment/parchmentCalls.ts'
import { ParchmentLeadById } from '#client/parchment/ParchmentLead.tsx'
import { wayOnDecisions } from '#client/payouts/payoutsSource.ts'
import { InboxWayOnLead } from '#client/payouts/WayOnLead.tsx'
import { InboxResolutionLead } from '#client/reconciliation/ResolutionLead.tsx'
import { importDecisions, resolutionDecisions } from '#client/reconciliation/reconciliationSources.ts'
import { StatementImportLead } from '#client/reconciliation/StatementImportLead.tsx'
import { plotDecisions } from '#client/farmers/plotDecisions.ts'
import { PlotDocumentsById, PlotLeadById } from '#client/farmers/PlotLead.tsx'
import { updateDecisions } from '#client/farmers/updateDecisions.ts'
import { UpdateDocumentsById, UpdateLeadById } from '#client/farmers/UpdateLead.tsx'
import { createdFarmerDecisions } from '#client/farmers/createdFarmerDecisions.ts'
import { CreatedFarmerLead, OverrideReason } from '#client/farmers/CreatedFarmerLead.tsx'
import { uploadDecision } from '#client/farmers/uploadDecision.tsx'
import { WithUpload, type UploadDecision } from '#client/kit/UploadLead.tsx'
import { detailRoutes, type UploadKindName } from '#client/farmers/uploadScreens.ts'

type InboxKind = {
  decisions: Decisions<InboxItem>
  /** Where it is shown as a whole. */
  view: (id: string) => View
  More?: ComponentType<MoreProps<InboxItem>> | undefined
  Lead: ComponentType<{ row: InboxItem }>
  Documents?: ComponentType<{ row: InboxItem }>
}
type UploadView =
  | (typeof detailRoutes)[UploadKindName]
  | '/cherry/uploads/$id/details'
  | '/farmers/limits/$id/details'
  | '/ccarf/delivery/parchment/$id/details'
type View =
  | { to: UploadView; params: { id: string } }
  | {
      to:
        | '/farmers/created'
        | '/admin/changes'
        | '/farmers/updates'
        | '/farmers/plots'
        | '/cherry/deliveries'
        | '/cherry/factories'
        | '/loan/requests'
        | '/rates/cherry'
        | '/money/reconciliation/imports'
        | '/money/reconciliation/resolutions'
        | '/money/payouts/ways'
      search: { tab: 'all'; open: string }
    }

/** An upload in the inbox is decided as on its own screen. */
function uploadKind({ decisions, More, Lead, Documents }: UploadDecision, view: UploadView): InboxKind {
  return {
    decisions: decisionsFor(decisions, ({ id, version, title }: InboxItem) => ({ id, version, fileName: title })),
    view: (id) => ({ to: view, params: { id } }),
    More,
    Lead: ({ row }) => <WithUpload id={row.id}>{(upload) => <Lead row={upload} />}</WithUpload>,
    Documents: ({ row }) => <WithUpload id={row.id}>{(upload) => <Documents row={upload} />}</WithUpload>,
  }
}

/** Each kind of record that may stand in the inbox. */
const kinds: Readonly<Record<string, InboxKind>> = {
  [farmerUploadFlow.kind]: uploadKind(uploadDecision.farmers, detailRoutes.farmers),
  [farmerCompanyUploadFlow.kind]: uploadKind(uploadDecision.farmer_companies, detailRoutes.farmer_companies),
  [updateRequestFlow.kind]: {
    decisions: updateDecisions,
    view: (id) => ({ to: '/farmers/updates', search: { tab: 'all', open: id } }),
    Lead: UpdateLeadById,
    Documents: UpdateDocumentsById,
  },
  [plotFlow.kind]: {
    decisions: plotDecisions,
    view: (id) => ({ to: '/farmers/plots', search: { tab: 'all', open: id } }),
    Lead: PlotLeadById,
    Documents: PlotDocumentsById,
  },
  [createdFarmerFlow.kind]: {
    decisions: decisionsFor(createdFarmerDecisions, ({ id, version, title }: InboxItem) => ({
      id,
      version,
      fullName: title,
    })),
    view: (id) => ({ to: '/farmers/created', search: { tab: 'all', open: id } }),
    More: OverrideReason,
    Lead: CreatedFarmerLead,
  },
  [cherryDeliveryFlow.kind]: {
    decisions: decisionsFor(deliveryDecisions, ({ id, version, title }: InboxItem) => ({
      id,
      version,
      fullName: title,
    })),
    view: (id) => ({ to: '/cherry/deliveries', search: { tab: 'all', open: id } }),
    Lead: InboxDeliveryLead,
  },
  [cherryDeliveryUploadFlow.kind]: uploadKind(deliveryUploadDecision, '/cherry/uploads/$id/details'),
  [limitFileFlow.kind]: uploadKind(limitFileDecision, '/farmers/limits/$id/details'),
  [factoryChangeFlow.kind]: {
    decisions: factoryChangeDecisions,
    view: (id) => ({ to: '/cherry/factories', search: { tab: 'all', open: id } }),
    Lead: InboxFactoryLead,
  },
  [cherryRateFlow.kind]: {
    decisions: decisionsFor(cherryRateDecisions, ({ id, version, title }: InboxItem) => ({
      id,
      version,
      organisationName: title,
    })),
    view: (id) => ({ to: '/rates/cherry', search: { tab: 'all', open: id } }),
    Lead: InboxCherryRateLead,
  },
  [loanRequestFlow.kind]: {
    decisions: decisionsFor(loanDecisions, ({ id, version, title }: InboxItem) => ({ id, version, fullName: title })),
    view: (id) => ({ to: '/loan/requests', search: { tab: 'all', open: id } }),
    Lead: InboxLoanLead,
  },
  [parchmentFlow.kind]: {
    decisions: decisionsFor(parchmentDecisions, ({ id, version, title }: InboxItem) => ({
      id,
      version,
      fileName: title,
    })),
    view: (id) => ({ to: '/ccarf/delivery/parchment/$id/details', params: { id } }),
    Lead: ParchmentLeadById,
  },
  [exceptionFlow.kind]: {
    decisions: resolutionDecisions,
    view: (id) => ({ to: '/money/reconciliation/resolutions', search: { tab: 'all', open: id } }),
    Lead: InboxResolutionLead,
  },
  [statementImportFlow.kind]: {
    decisions: importDecisions,
    view: (id) => ({ to: '/money/reconciliation/imports', search: { tab: 'all', open: id } }),
    Lead: StatementImportLead,
  },
  [wayOnFlow.kind]: {
    decisions: wayOnDecisions,
    view: (id) => ({ to: '/money/payouts/ways', search: { tab: 'all', open: id } }),
    Lead: InboxWayOnLead,
  },
  [adminChangeFlow.kind]: {
    decisions: decisionsFor(adminChangeDecisions, (item: InboxItem) => item),
    view: (id) => ({ to: '/admin/changes', search: { tab: 'all', open: id } }),
    Lead: AdminChangeLeadOf,
  },
}

const { approve, decline } = farmerUploadFlow.steps
const { authorize, reject } = loanRequestFlow.steps
/** The steps all kinds share, for the list as a whole; each record brings its own workflow. */
const mixed = workflow({
  kind: 'inbox',
  record: 'record',
  initial: Object.keys({ ...farmerUploadFlow.states, ...loanRequestFlow.states }),
  states: { ...farmerUploadFlow.states, ...farmerCompanyUploadFlow.states, ...loanRequestFlow.states },
  steps: { approve, authorize, decline, reject },
})
type TakeMany = NonNullable<Decisions<InboxItem>['takeMany']>
/** Records of each kind are decided by the calls of that kind, one kind after the other. */
const takeMixed: TakeMany = async (step, records, given) => {
  const sum: Awaited<ReturnType<TakeMany>> = { done: 0, skipped: 0, failed: 0, rows: [] }
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind ?? '')) {
    const decisions = kinds[kind]?.decisions
    const outcome = decisions && (await takeMany(decisions, step, own, { ...given, key: `${given.key}-${kind}` }))
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
  takeMany: takeMixed,
}

/** Where a record of the inbox is shown as a whole. */
export const viewOf = ({ id, kind }: Pick<InboxItem, 'id' | 'kind'>): View | undefined => kinds[kind]?.view(id)

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
