import { Button, Tooltip } from '@mantine/core'
import { IconClipboardCheck, IconDownload, IconUpload } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { reference } from '#contract/house/reference.ts'
import { isFileOf, uploads, type Upload } from '#contract/uploads/uploads.ts'
import { stampOf } from '../decisions/decisions.ts'
import { download } from '../download.ts'
import { useFormat } from '../format.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useGoTo } from '../places/places.ts'
import type { Fact } from '../decisions/StepDialog.tsx'
import type { RowAction } from '../decisions/StepMenu.tsx'
import { isToRepair } from './RepairRows.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import type { UploadView } from './uploadView.tsx'
import { useOpening } from '../places/useOpening.ts'
import { may, useUser } from '../user.ts'
import { useWords } from '../words.ts'

/** Makes the screen of a kind of file: the template, the upload, and the decisions on what was sent. `?upload=Y` opens the dialog. */
export const uploadListScreen = <Row extends Upload, FileRow>(view: UploadView<Row, FileRow>): ComponentType => {
  const { record, agreement, questions, Terms, Actions, AboveList, forms = {}, useFacts = useUsualFacts } = view
  const { useClosed = neverClosed, useFileActions = noActions } = view
  const { upload } = record.calls
  return function UploadListScreen() {
    const all = useWords()
    const words = all.uploads
    const labels = view.labels(all)
    const user = useUser()
    const goTo = useGoTo(record.flow.kind)
    const facts = useFacts(labels.numberOf)
    const { number } = useFormat()
    const stillWrong = (row: Row): readonly Fact[] =>
      isToRepair(row) ? [{ title: words.stillWrongTitle, value: words.notYetSent(row.failed, number(row.failed)) }] : []
    const [openForm, setOpenForm] = useState<{ step: string; row: Row }>()
    const Form = openForm && forms[openForm.step]
    const mayUpload = may(user, upload.allow)
    const [uploading, setUploading] = useOpening('upload')
    const [agreed, setAgreed] = useState<Record<string, string>>()
    const closed = useClosed()
    const close = () => {
      setAgreed(undefined)
      setUploading(false)
    }
    const rowActions: RowAction<Row>[] = [
      {
        label: words.review,
        Icon: IconClipboardCheck,
        run: ({ id }) => goTo.review(id),
        isShown: (row) => stampOf(row).steps['send'] === null,
      },
      {
        label: words.download,
        Icon: IconDownload,
        run: ({ id }) => void download(uploads.download, { params: { id } }),
        isShown: (row) => isFileOf(user.organisation.organisationCode, row),
      },
      ...useFileActions(),
    ]
    const uploadButton = (
      <Tooltip label={closed} disabled={closed === undefined} events={{ hover: true, focus: true, touch: true }}>
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          // Not `disabled`: what cannot be reached never says why.
          {...(closed === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => closed === undefined && setUploading(true)}
        >
          {labels.upload}
        </Button>
      </Tooltip>
    )
    return (
      <>
        <ListScreen<Row>
          {...view.on(user)}
          sub={labels.sub ?? user.organisation.organisationName}
          actions={
            mayUpload && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() => void download(reference.template, { query: { filename: record.file.template.key } })}
                >
                  {labels.template}
                </Button>
                {Actions && <Actions />}
                {uploadButton}
              </>
            )
          }
          {...(mayUpload ? { next: { text: labels.none ?? words.nextUpload, action: uploadButton } } : {})}
          above={AboveList && <AboveList />}
          onView={({ id }) => goTo.detail(id)}
          opensAt={(row) => (isToRepair(row) ? () => goTo.review(row.id) : undefined)}
          rowActions={rowActions}
          forms={Object.fromEntries(Object.keys(forms).map((step) => [step, (row: Row) => setOpenForm({ step, row })]))}
          facts={(row) => [...facts(row), ...stillWrong(row)]}
        />
        {openForm && Form && <Form row={openForm.row} onClose={() => setOpenForm(undefined)} />}
        {mayUpload && uploading && Terms && !agreed && closed === undefined && (
          <Terms onAgreed={setAgreed} onClose={close} />
        )}
        {mayUpload && uploading && (!Terms || agreed) && (
          <UploadDialog
            target={{
              kind: record.file,
              endpoint: upload,
              params: upload.params ? { organisationId: user.organisation.id } : {},
              agreement,
              questions,
              fields: agreed,
            }}
            onReview={goTo.review}
            onShow={goTo.open}
            onClose={close}
          />
        )}
      </>
    )
  }
}

const neverClosed = () => undefined
const noActions = () => []

/** What is known of every file. */
function useUsualFacts(numberOf: string): (row: Upload) => readonly Fact[] {
  const words = useWords().uploads
  const { number, dateTime } = useFormat()
  return (row) => [
    { title: numberOf, value: number(row.numberOfLots) },
    { title: words.uploadedBy, value: row.createdBy },
    { title: words.date, value: dateTime(row.created) },
  ]
}
