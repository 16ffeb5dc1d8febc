import { Button } from '@mantine/core'
import { IconClipboardCheck, IconDownload, IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { reference } from '#contract/reference.ts'
import { uploads, type Upload } from '#contract/uploads.ts'
import { stampOf } from '#client/kit/decisions.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import type { RowAction } from '#client/kit/StepMenu.tsx'
import { UploadDialog } from '#client/kit/UploadDialog.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { uploadsSource } from './farmerSources.ts'
import { uploadDecision } from './uploadDecision.tsx'
import { detailRoutes, listRoutes, uploadCalls, type UploadKindName } from './uploadScreens.ts'

type UploadsListProps = {
  name: UploadKindName
  labels: { template: string; upload: string }
}

/** Uploads of one kind: the template, the upload, and the decisions on what was sent. */
export function UploadsList({ name, labels }: UploadsListProps) {
  const words = useWords().farmers
  const { number, dateTime } = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const search: { upload?: string } = useSearch({ strict: false })
  const { kind, upload } = uploadCalls[name]
  const { decisions, More, Lead, Documents } = uploadDecision[name]
  const params = { organisationId: user.organisation.id }
  const mayUpload = may(user, upload.allow)
  const setUploading = (uploading: boolean) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, upload: uploading ? ('Y' as const) : undefined }),
    })
  const review = (id: string) => void navigate({ to: '/farmers/uploads/$id/review', params: { id } })
  const show = (id: string) => void navigate({ to: listRoutes[name], search: { tab: 'all', open: id } })
  const rowActions: RowAction<Upload>[] = [
    {
      label: words.review,
      Icon: IconClipboardCheck,
      run: ({ id }) => review(id),
      shown: (row) => stampOf(row).steps['send'] === null,
    },
    {
      label: words.download,
      Icon: IconDownload,
      run: ({ id }) => void download(uploads.download, { params: { id } }),
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
        source={uploadsSource(user, name)}
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
              {uploadButton}
            </>
          )
        }
        {...(mayUpload ? { next: { text: words.nextUpload, action: uploadButton } } : {})}
        onView={({ id }) => void navigate({ to: detailRoutes[name], params: { id } })}
        rowActions={rowActions}
        facts={(row) => [
          { title: words.numberOf, value: number(row.numberOfLots) },
          { title: words.uploadedBy, value: row.createdBy },
          { title: words.date, value: dateTime(row.created) },
        ]}
        More={More}
        Lead={Lead}
        Documents={Documents}
      />
      {mayUpload && search.upload === 'Y' && (
        <UploadDialog
          target={{ kind, endpoint: upload, params }}
          onReview={review}
          onShow={show}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  )
}
