import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isFileOf, uploads, type Upload } from '#contract/uploads/uploads.ts'
import { download } from '../download.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { usePlace } from '../places/places.ts'
import { useCall } from '../queries.ts'
import type { UploadView } from './uploadView.tsx'
import { useUser } from '../user.ts'
import { useWords } from '../words.ts'

const noActions: readonly never[] = []

/** Makes the screen of the rows of one file: records already, or still rows. */
export const uploadRowsScreen = <Row extends Upload, FileRow extends object>(
  view: UploadView<Row, FileRow>,
): ComponentType => {
  const { Above, RowsActions, useRowActions = () => noActions } = view
  return function UploadRowsScreen() {
    const words = useWords()
    const labels = view.labels(words)
    const { id = '' } = useParams({ strict: false })
    const rowActions = useRowActions()
    const { organisationCode } = useUser().organisation
    const { list } = usePlace(view.record.flow.kind)
    const upload = useCall(uploads.review, { params: { id } }).data?.upload
    return (
      <ListScreen<FileRow>
        source={view.rowsSource(id)}
        title={view.rowTitle}
        sub={upload ? `${labels.rows} · ${upload.fileName}` : labels.rows}
        noDrawer
        above={Above && <Above id={id} />}
        rowActions={rowActions}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              renderRoot={(rest) => <Link {...rest} to={list} />}
            >
              {labels.back}
            </Button>
            {RowsActions && <RowsActions id={id} />}
            {upload && isFileOf(organisationCode, upload) && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void download(uploads.download, { params: { id } })}
              >
                {words.uploads.download}
              </Button>
            )}
          </>
        }
      />
    )
  }
}
