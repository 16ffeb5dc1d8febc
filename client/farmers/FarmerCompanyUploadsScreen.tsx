import { useWords } from '#client/kit/words.ts'
import { UploadsList } from './UploadsList.tsx'

/** Farmer company uploads: files of companies and estates. */
export function FarmerCompanyUploadsScreen() {
  const words = useWords().farmers
  return (
    <UploadsList name="farmer_companies" labels={{ template: words.companyTemplate, upload: words.companyUpload }} />
  )
}
