import { Button } from '@mantine/core'
import { IconClipboardCheck, IconDownload, IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { parchmentFile } from '#contract/parchmentFile.ts'
import { parchment, type Parchment } from '#contract/parchments.ts'
import { reference } from '#contract/reference.ts'
import { isFileOf, uploads } from '#contract/uploads.ts'
import { stampOf } from '#client/kit/decisions.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { notShared, wordingChanged } from '#client/kit/ShareConsent.tsx'
import type { RowAction } from '#client/kit/StepMenu.tsx'
import { UploadDialog } from '#client/kit/UploadDialog.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { AmendDialog } from './AmendDialog.tsx'
import { ParchmentAsks } from './ParchmentAsks.tsx'
import { parchmentDecisions, parchmentsSource } from './parchmentCalls.ts'
import { ParchmentLead } from './ParchmentLead.tsx'

const asks = { Box: ParchmentAsks, initial: { millerCode: '', ...notShared }, refused: wordingChanged }

/** CCARF parchment records: from the society through the named miller to the second tranche. */
export function ParchmentsScreen() {
  const words = useWords()
  const { weight, money, dateTime } = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const search: { upload?: string } = useSearch({ strict: false })
  const [amended, setAmended] = useState<Parchment>()
  const mayUpload = may(user, parchment.calls.upload.allow)
  const setUploading = (uploading: boolean) =>
    void navigate({ to: '.', search: (now) => ({ ...now, upload: uploading ? ('Y' as const) : undefined }) })
  const review = (id: string) => void navigate({ to: '/ccarf/delivery/parchment/$id/review', params: { id } })
  const rowActions: RowAction<Parchment>[] = [
    {
      label: words.uploads.review,
      Icon: IconClipboardCheck,
      run: ({ id }) => review(id),
      shown: (row) => stampOf(row).steps['send'] === null,
    },
    {
      label: words.uploads.download,
      Icon: IconDownload,
      run: ({ id }) => void download(uploads.download, { params: { id } }),
      shown: (row) => isFileOf(user.organisation.organisationCode, row),
    },
  ]
  const uploadButton = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
      {words.parchment.upload}
    </Button>
  )
  return (
    <>
      <ListScreen<Parchment>
        source={parchmentsSource(user)}
        title={(record) => record.coffeeId || record.fileName}
        decisions={parchmentDecisions}
        sub={words.parchment.sub}
        actions={
          mayUpload && (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void download(reference.template, { query: { filename: parchmentFile.template.key } })}
              >
                {words.parchment.template}
              </Button>
              {uploadButton}
            </>
          )
        }
        {...(mayUpload ? { next: { text: words.parchment.none, action: uploadButton } } : {})}
        onView={({ id }) => void navigate({ to: '/ccarf/delivery/parchment/$id/details', params: { id } })}
        rowActions={rowActions}
        forms={{ amend: setAmended }}
        facts={(row) => [
          { title: words.parchment.weight, value: weight(row.weight) },
          { title: words.parchment.tranche, value: money(row.pool) },
          { title: words.uploads.date, value: dateTime(row.created) },
        ]}
        Lead={ParchmentLead}
      />
      {amended && <AmendDialog record={amended} onClose={() => setAmended(undefined)} />}
      {mayUpload && search.upload === 'Y' && (
        <UploadDialog
          target={{ kind: parchmentFile, endpoint: parchment.calls.upload, params: {}, asks }}
          onReview={review}
          onShow={(open) => void navigate({ to: '/ccarf/delivery/parchment', search: { tab: 'all', open } })}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  )
}
