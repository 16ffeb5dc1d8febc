import { useWords } from '#client/kit/words.ts'
import { farmerUploadDecisions } from './uploadDecisions.ts'
import { FarmerUploadDocuments } from './UploadLead.tsx'
import { UploadsList } from './UploadsList.tsx'

/** Farmer uploads: files of individual farmers, from the clerk to the register. */
export function FarmerUploadsScreen() {
  const words = useWords().farmers
  return (
    <UploadsList
      name="farmers"
      decisions={farmerUploadDecisions}
      labels={{ template: words.template, upload: words.upload }}
      Documents={FarmerUploadDocuments}
    />
  )
}
