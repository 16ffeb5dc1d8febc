import { useWords } from '#client/kit/words.ts'
import { farmerCompanyUploadDecisions } from './uploadDecisions.ts'
import { CompanyUploadDocuments } from './UploadLead.tsx'
import { UploadsList } from './UploadsList.tsx'

/** Farmer company uploads: files of companies and estates. */
export function FarmerCompanyUploadsScreen() {
  const words = useWords().farmers
  return (
    <UploadsList
      name="farmer_companies"
      decisions={farmerCompanyUploadDecisions}
      labels={{ template: words.companyTemplate, upload: words.companyUpload }}
      Documents={CompanyUploadDocuments}
    />
  )
}
