import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { CherryDeliveryRow } from '#contract/cherryDeliveryUploads.ts'
import { uploads } from '#contract/uploads.ts'
import { download } from '#client/kit/download.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useWords } from '#client/kit/words.ts'
import { uploadedDeliveriesSource } from './deliveryUploadSources.ts'

/** The rows of one file: deliveries already, or still rows. */
export function DeliveryUploadDetailScreen() {
  const words = useWords()
  const { id = '' } = useParams({ strict: false })
  return (
    <ListScreen<CherryDeliveryRow>
      source={uploadedDeliveriesSource(id)}
      title={(row) => row.fullName || row.memberNumber}
      sub={words.cherry.fromFile}
      noDrawer
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            renderRoot={(rest) => <Link {...rest} to="/cherry/uploads" />}
          >
            {words.cherry.allUploads}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(uploads.download, { params: { id } })}
          >
            {words.uploads.download}
          </Button>
        </>
      }
    />
  )
}
