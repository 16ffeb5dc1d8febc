import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { limitFile, type LimitFileEffect } from '#contract/limits/limitFiles.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { callQuery, queryClient } from '#client/kit/queries.ts'
import { ConsentLine, shareQuestions } from '#client/kit/uploads/ShareConsent.tsx'
import { uploadLead } from '#client/kit/uploads/UploadLead.tsx'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { CherryRecordDialog } from './CherryRecordDialog.tsx'
import { LimitEffect } from './LimitEffect.tsx'

/** The rate that the drawer showed, so that nobody decides on other amounts than were seen. */
const cachedRate = (id: string): { rate?: number } => {
  const cached = queryClient.getQueryData<LimitFileEffect>(
    callQuery(limitFile.calls.effect, { params: { id } }).queryKey,
  )
  return cached ? { rate: cached.rate } : {}
}

const FileLead = uploadLead((words, count, shown) => words.limits.rows(count, shown))

function LimitFileLead({ row }: { row: Upload }) {
  return (
    <>
      <FileLead row={row} />
      <LimitEffect {...row} />
      <ConsentLine consent={row.consent} />
    </>
  )
}

/** A single record without a file. */
function CreateRecord() {
  const words = useWords().limits
  const user = useUser()
  const [creating, setCreating] = useState(false)
  if (!may(user, limitFile.calls.create.allow)) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
        {words.create}
      </Button>
      {creating && <CherryRecordDialog onClose={() => setCreating(false)} />}
    </>
  )
}

/** Limit files, from the clerk through the society to whoever lends. */
export const limitFileView = viewUpload(limitFile, {
  rowTitle: (row) => row.farmerName || row.memberNo,
  labels: ({ limits: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.numberOf,
    rows: words.fromFile,
    back: words.allFiles,
  }),
  questions: shareQuestions,
  also: {
    approve: ({ id }) => ({ ...cachedRate(id), action: 'APPROVE' }),
    decline: () => ({ action: 'REJECT' }),
  },
  Lead: LimitFileLead,
  Actions: CreateRecord,
})
