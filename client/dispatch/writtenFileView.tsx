import { Button } from '@mantine/core'
import { IconChecklist, IconFileAlert, IconFileSpreadsheet, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dispatchFile, type DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { reference } from '#contract/house/reference.ts'
import { isFileOf, uploads } from '#contract/uploads/uploads.ts'
import { stampOf } from '#client/kit/decisions/decisions.ts'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { download } from '#client/kit/download.ts'
import { useCall } from '#client/kit/queries.ts'
import { SaleCountdown } from '#client/kit/saleTimer/SaleCountdown.tsx'
import { useSaleTimer } from '#client/kit/saleTimer/useSaleTimer.ts'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { DecideEveryRecord } from './DecideEveryRecord.tsx'
import { DispatchFileLead, useDispatchFileFacts } from './DispatchFileLead.tsx'
import { FileClock } from './FileClock.tsx'
import { TermsDialog } from './TermsDialog.tsx'
import './dispatch.css'

const isIn = (status: string) => (row: DispatchFile) => row.status.statusName === status
const catalogueOf = ({ id }: { id: string }) =>
  void download(reference.template, { query: { filename: 'catalogue', id } })

/** What the menu of a file offers besides its steps, as its state allows. */
function useFileActions(): readonly RowAction<DispatchFile>[] {
  const words = useWords().dispatch
  const { organisationCode } = useUser().organisation
  const navigate = useNavigate()
  return [
    {
      label: words.viewDeleted,
      Icon: IconTrash,
      run: ({ id }) => void navigate({ to: '/grnfile/$id/deleted', params: { id } }),
      isShown: isIn('DELETED'),
    },
    { label: words.catalogueFile, Icon: IconFileSpreadsheet, run: catalogueOf, isShown: isIn('APPROVED') },
    {
      label: words.errorFile,
      Icon: IconFileAlert,
      run: ({ id }) => void download(uploads.errorFileAsSpecified, { params: { id } }),
      isShown: (row) => row.failed > 0 && isIn('FAILED_VALIDATION')(row) && isFileOf(organisationCode, row),
    },
  ]
}

/** Why nothing is dispatched now: the cut-off of every sale has passed. The server refuses, whatever the clock here says. */
function useClosed(): string | undefined {
  const words = useWords().sales.timer
  return useSaleTimer('dispatch').next === null ? words.none : undefined
}

const Clock = () => (
  <div className="dispatch-clock">
    <SaleCountdown large />
  </div>
)

/** Above the records of a file: how long its sale takes dispatch, all of them at once, and its catalogue. */
function FileActions({ id }: { id: string }) {
  const words = useWords().dispatch
  const [isDeciding, setDeciding] = useState(false)
  const file = useCall(dispatchFile.calls.one, { params: { id } }).data
  if (!file) return null
  return (
    <>
      <FileClock file={file} />
      {isIn('APPROVED')(file) && (
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          onClick={() => catalogueOf(file)}
        >
          {words.catalogueFile}
        </Button>
      )}
      {file.waiting > 0 && stampOf(file).steps['decideRecords'] === null && (
        <Button leftSection={<IconChecklist size={16} aria-hidden />} onClick={() => setDeciding(true)}>
          {words.every.open}
        </Button>
      )}
      {isDeciding && <DecideEveryRecord row={file} onClose={() => setDeciding(false)} />}
    </>
  )
}

/** Dispatch files with their rows as they were written. */
export const writtenFileView = viewUpload(dispatchFile, {
  title: (file) => file.fileName,
  Lead: DispatchFileLead,
  leads: ['totalWeight', 'warehouseName', 'saleNumber', 'season', 'referred'],
  rowTitle: (row) => `${row.outturn} ${row.grade}`,
  labels: ({ dispatch: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.lots,
    rows: words.rows,
    back: words.all,
    none: words.none,
    sub: words.sub,
  }),
  Terms: TermsDialog,
  useClosed,
  AboveList: Clock,
  useFileActions,
  useFacts: useDispatchFileFacts,
  forms: { decideRecords: DecideEveryRecord },
  RowsActions: FileActions,
})
