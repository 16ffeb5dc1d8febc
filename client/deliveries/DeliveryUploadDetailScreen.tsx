import { useParams } from '@tanstack/react-router'
import type { CherryDeliveryRow } from '#contract/cherryDeliveryUploads.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { UploadDetailActions } from '#client/kit/UploadDetailActions.tsx'
import { useWords } from '#client/kit/words.ts'
import { uploadedDeliveriesSource } from './deliveryUploadSources.ts'

/** The rows of one file: deliveries already, or still rows. */
export function DeliveryUploadDetailScreen() {
  const words = useWords().cherry
  const { id = '' } = useParams({ strict: false })
  return (
    <ListScreen<CherryDeliveryRow>
      source={uploadedDeliveriesSource(id)}
      title={(row) => row.fullName || row.memberNumber}
      sub={words.fromFile}
      noDrawer
      actions={<UploadDetailActions id={id} to="/cherry/uploads" back={words.allUploads} />}
    />
  )
}
