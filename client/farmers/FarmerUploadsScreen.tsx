import { useWords } from '#client/kit/words.ts'
import { UploadsList } from './UploadsList.tsx'

/** Farmer uploads: files of individual farmers, from the clerk to the register. */
export function FarmerUploadsScreen() {
  const words = useWords().farmers
  return <UploadsList name="farmers" labels={{ template: words.template, upload: words.upload }} />
}
