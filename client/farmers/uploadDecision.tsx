import type { ComponentType, FunctionComponent, ReactNode } from 'react'
import { uploads, type Upload } from '#contract/uploads.ts'
import type { Decisions } from '#client/kit/decisions.ts'
import { useCall } from '#client/kit/queries.ts'
import type { MoreProps } from '#client/kit/StepDialog.tsx'
import { OverrideRows } from './OverrideRows.tsx'
import { farmerCompanyUploadDecisions, farmerUploadDecisions, type DecidedUpload } from './uploadDecisions.ts'
import { CompanyUploadDocuments, FarmerUploadDocuments, UploadLead } from './UploadLead.tsx'
import type { UploadKindName } from './uploadScreens.ts'

type UploadDecision = {
  decisions: Decisions<DecidedUpload>
  More: FunctionComponent<MoreProps<Pick<Upload, 'id'>>>
  Lead: ComponentType<{ row: Upload }>
  Documents: ComponentType<{ row: Upload }>
}

/** All that belongs to a decision on an upload: the same on its own screen and in the inbox. */
export const uploadDecision: Record<UploadKindName, UploadDecision> = {
  farmers: {
    decisions: farmerUploadDecisions,
    More: OverrideRows,
    Lead: UploadLead,
    Documents: FarmerUploadDocuments,
  },
  farmer_companies: {
    decisions: farmerCompanyUploadDecisions,
    More: OverrideRows,
    Lead: UploadLead,
    Documents: CompanyUploadDocuments,
  },
}

/** Reads an upload of which only the id is known. */
export function WithUpload({ id, children }: { id: string; children: (upload: Upload) => ReactNode }) {
  const upload = useCall(uploads.review, { params: { id } }).data?.upload
  return upload ? children(upload) : null
}
