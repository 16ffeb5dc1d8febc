import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { isFileOf, uploads, type Upload } from '#contract/uploads/uploads.ts'
import { decides } from '../decisions/actor.ts'
import { useStepForms } from '../review/useStepForms.tsx'
import { download } from '../download.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { usePlace } from '../places/places.ts'
import { useCall } from '../queries.ts'
import { DecideAll, decideChosen } from '../review/DecideAll.tsx'
import type { UploadView } from './uploadView.tsx'
import { useUser } from '../user.ts'
import { useWords } from '../words.ts'

const noActions: readonly never[] = []
const noForms = {}

/** Makes the screen of the rows of one file: records already, or still rows. */
export const uploadRowsScreen = <Row extends Upload, FileRow extends object>(
  view: UploadView<Row, FileRow>,
): ComponentType => {
  const { Above, useRowActions = () => noActions, records } = view
  const useHead = () => {
    const words = useWords()
    const labels = view.labels(words)
    const { id = '' } = useParams({ strict: false })
    const upload = useCall(uploads.review, { params: { id } }).data?.upload
    return {
      id,
      upload,
      sub: upload ? `${labels.rows} · ${upload.fileName}` : labels.rows,
      above: Above && <Above id={id} />,
    }
  }
  if (records) return recordsScreen(view, records, useHead)
  return function UploadRowsScreen() {
    const { id, upload, sub, above } = useHead()
    return (
      <ListScreen<FileRow>
        source={view.rowsSource(id)}
        title={view.rowTitle}
        sub={sub}
        noDrawer
        above={above}
        rowActions={useRowActions()}
        actions={<HeadActions view={view} id={id} upload={upload} />}
      />
    )
  }
}

type Head = { id: string; upload: Upload | undefined; sub: string; above: ReactNode }

/** The same where each row is decided for itself: those that are chosen, or all that the user could tick. */
function recordsScreen<Row extends Upload, FileRow extends object>(
  view: UploadView<Row, FileRow>,
  {
    view: recordView,
    bulk,
    forms = noForms,
    cells,
    useFacts,
    noAll = false,
  }: NonNullable<UploadView<Row, FileRow>['records']>,
  useHead: () => Head,
): ComponentType {
  const { useRowActions = () => noActions } = view
  const { flow } = recordView.decisions
  return function FileRecordsScreen() {
    const { id, upload, sub, above } = useHead()
    const user = useUser()
    const listed = recordView.on(user)
    const opened = useStepForms(forms)
    const facts = useFacts?.()
    return (
      <>
        <ListScreen<FileRow>
          {...listed}
          source={{ ...listed.source, ...view.rowsSource(id) }}
          decisions={{ ...listed.decisions, takeMany: decideChosen(bulk, id) }}
          sub={sub}
          above={above}
          rowActions={useRowActions()}
          forms={opened.forms}
          {...(facts ? { facts } : {})}
          {...(cells ? { cells } : {})}
          actions={
            <HeadActions view={view} id={id} upload={upload}>
              {!noAll && decides(flow, user) && <DecideAll bulk={bulk} fileId={id} flow={flow} />}
            </HeadActions>
          }
        />
        {opened.open}
      </>
    )
  }
}

type HeadActionsProps<Row extends Upload, FileRow> = {
  view: UploadView<Row, FileRow>
  id: string
  upload: Upload | undefined
  children?: ReactNode
}

/** The way back to all files, what the kind of file adds, and the file itself for whoever may have it. */
function HeadActions<Row extends Upload, FileRow>({ view, id, upload, children }: HeadActionsProps<Row, FileRow>) {
  const words = useWords()
  const { RowsActions } = view
  const { organisationCode } = useUser().organisation
  const { list } = usePlace(view.record.flow.kind)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        renderRoot={(rest) => <Link {...rest} to={list} />}
      >
        {view.labels(words).back}
      </Button>
      {RowsActions && <RowsActions id={id} />}
      {children}
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
  )
}
