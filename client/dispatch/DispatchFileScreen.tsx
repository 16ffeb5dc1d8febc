import { useParams } from '@tanstack/react-router'
import { dispatchFile, type DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchRecord, type DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { uploadRowsScreen } from '#client/kit/uploads/UploadRows.tsx'
import { useWords } from '#client/kit/words.ts'
import { useDispatchFacts } from './DispatchRecordLead.tsx'
import { dispatchForms, dispatchRecordView, recordsOfFile } from './dispatchRecordView.ts'
import { writtenFileView } from './writtenFileView.tsx'
import '#client/kit/lists/lists.css'

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
  const words = useWords().dispatch
  if (!file.data)
    return (
      <div className="page">
        <header className="page-head">
          <h1>{words.recordsTitle}</h1>
        </header>
        <div className="card table-card">
          {file.isError ? <NotLoaded refused={file.error} onReload={() => void file.refetch()} /> : <ListSkeleton />}
        </div>
      </div>
    )
  return file.data.season === null ? <Rows /> : <Records />
}
