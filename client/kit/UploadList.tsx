import { Button } from '@mantine/core'
import { IconClipboardCheck, IconDownload, IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { reference } from '#contract/reference.ts'
import { isFileOf, uploads, type Upload } from '#contract/uploads.ts'
import { stampOf } from './decisions.ts'
import { download } from './download.ts'
import { useFormat } from './format.ts'
import { ListScreen } from './ListScreen.tsx'
import type { RowAction } from './StepMenu.tsx'
import { UploadDialog, type UploadAgreement, type UploadAsks } from './UploadDialog.tsx'
import type { UploadDecision } from './UploadLead.tsx'
import type { ListSource } from './useListPage.ts'
import { may, useUser } from './user.ts'
import { useWords } from './words.ts'

export type UploadListProps = {
  source: ListSource
  kind: UploadKind
  /** The call that takes a file. */
  upload: Endpoint
  decision: UploadDecision
  /** What the sender of a file declares. */
  agreement?: UploadAgreement
  /** What is asked besides the file. */
  asks?: UploadAsks
  /** More that a maker may do here. */
  actions?: ReactNode
  labels: { template: string; upload: string; numberOf: string }
  /** Leads to the rows of an upload. */
  onView: (id: string) => void
  /** Leads to the screen where the rows of an upload are corrected. */
  onReview: (id: string) => void
  /** Leads to this list with an upload open. */
  onShow: (id: string) => void
}

/** Uploads of one kind: the template, the upload, and the decisions on what was sent. `?upload=Y` opens the dialog. */
export function UploadList(props: UploadListProps) {
  const { source, kind, upload, decision, labels, onView, onReview, onShow } = props
  const words = useWords().uploads
  const { number, dateTime } = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const search: { upload?: string } = useSearch({ strict: false })
  const { decisions, More, Lead, Documents } = decision
  const mayUpload = may(user, upload.allow)
  const setUploading = (uploading: boolean) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, upload: uploading ? ('Y' as const) : undefined }),
    })
  const rowActions: RowAction<Upload>[] = [
    {
      label: words.review,
      Icon: IconClipboardCheck,
      run: ({ id }) => onReview(id),
      shown: (row) => stampOf(row).steps['send'] === null,
    },
    {
      label: words.download,
      Icon: IconDownload,
      run: ({ id }) => void download(uploads.download, { params: { id } }),
      shown: (row) => isFileOf(user.organisation.organisationCode, row),
    },
  ]
  const uploadButton = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
      {labels.upload}
    </Button>
  )
  return (
    <>
      <ListScreen<Upload>
        source={source}
        title={decisions.title}
        decisions={decisions}
        sub={user.organisation.organisationName}
        actions={
          mayUpload && (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void download(reference.template, { query: { filename: kind.template.key } })}
              >
                {labels.template}
              </Button>
              {props.actions}
              {uploadButton}
            </>
          )
        }
        {...(mayUpload ? { next: { text: words.nextUpload, action: uploadButton } } : {})}
        onView={({ id }) => onView(id)}
        rowActions={rowActions}
        facts={(row) => [
          { title: labels.numberOf, value: number(row.numberOfLots) },
          { title: words.uploadedBy, value: row.createdBy },
          { title: words.date, value: dateTime(row.created) },
        ]}
        {...(More ? { More } : {})}
        Lead={Lead}
        Documents={Documents}
      />
      {mayUpload && search.upload === 'Y' && (
        <UploadDialog
          target={{
            kind,
            endpoint: upload,
            params: { organisationId: user.organisation.id },
            agreement: props.agreement,
            asks: props.asks,
          }}
          onReview={onReview}
          onShow={onShow}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  )
}
