import { deduction, deductionBases, deductionKinds, type Deduction } from '#contract/schedules/deductions.ts'
import { download } from '#client/kit/download.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { RecordLink } from '#client/kit/places/links.tsx'
import { useWords } from '#client/kit/words.ts'
import { AllowedBy } from './AllowedBy.tsx'

function DeductionLead({ row }: { row: Deduction }) {
  const words = useWords().deductions
  const { kind, basis, isEnd, file } = row
  return (
    <>
      <AllowedBy
        row={row}
        label={isEnd ? words.ends : deductionKinds[kind].label}
        counted={deductionBases[basis].label}
        onOpen={() => void download(deduction.calls.document, { params: { id: row.id } })}
      />
      {file && <RecordLink kind="deduction_upload" id={file} label={words.toFile} />}
    </>
  )
}

/** How deductions and premiums are listed and decided. */
export const deductionView = viewRecord(deduction, {
  title: ({ title }) => title,
  Lead: DeductionLead,
  leads: ['amount', 'basis', 'minuteNumber', 'minuteDate', 'document', 'payee', 'season', 'accountNumber'],
})
