import { useParams } from '@tanstack/react-router'
import { dispatchFile, type DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchRecord, type DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { ListFailed, ListSkeleton } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { uploadRowsScreen } from '#client/kit/uploads/UploadRows.tsx'
import { useDispatchFacts } from './DispatchRecordLead.tsx'
import { dispatchForms, dispatchRecordView, recordsOfFile } from './dispatchRecordView.ts'
import { writtenFileView } from './writtenFileView.tsx'

const Rows = uploadRowsScreen(writtenFileView)
const Records = uploadRowsScreen<DispatchFile, DispatchRecord>({
  ...writtenFileView,
  rowsSource: (id) => recordsOfFile(id),
  rowTitle: dispatchRecordView.decisions.title,
  useRowActions: () => [],
  records: {
    view: dispatchRecordView,
    bulk: dispatchRecord.calls.bulk,
    forms: dispatchForms,
    useFacts: useDispatchFacts,
    noAll: true,
  },
})

/** What stands in one file: rows as they were written while it is a draft, and records once it is sent. */
export function DispatchFileScreen() {
  const { id = '' } = useParams({ strict: false })
  const file = useCall(dispatchFile.calls.one, { params: { id } })
  if (file.isPending) return <ListSkeleton />
  if (file.isError) return <ListFailed refused={file.error} onReload={() => void file.refetch()} />
  return file.data.season === null ? <Rows /> : <Records />
}
