import { Link } from '@tanstack/react-router'
import { uploadDocuments, uploadLead, type UploadDecision } from '#client/kit/UploadLead.tsx'
import { OverrideRows } from './OverrideRows.tsx'
import { farmerCompanyUploadDecisions, farmerUploadDecisions } from './uploadDecisions.ts'
import { detailRoutes, type UploadKindName } from './uploadScreens.ts'

const Lead = uploadLead((words, count, shown) => words.farmers.farmers(count, shown))
const documentsOf = (name: UploadKindName) =>
  uploadDocuments((id, rest) => <Link {...rest} to={detailRoutes[name]} params={{ id }} />)

/** All that belongs to a decision on an upload: the same on its own screen and in the inbox. */
export const uploadDecision: Record<UploadKindName, UploadDecision> = {
  farmers: { decisions: farmerUploadDecisions, More: OverrideRows, Lead, Documents: documentsOf('farmers') },
  farmer_companies: {
    decisions: farmerCompanyUploadDecisions,
    More: OverrideRows,
    Lead,
    Documents: documentsOf('farmer_companies'),
  },
}
