import { deductionKinds } from '#contract/schedules/deductions.ts'
import { deductionUpload, type DeductionUpload } from '#contract/schedules/deductionUploads.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { download } from '#client/kit/download.ts'
import { uploadLead } from '#client/kit/uploads/UploadLead.tsx'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { businessToday, useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { AllowedBy } from './AllowedBy.tsx'
import { DeductionQuestions } from './DeductionQuestions.tsx'

const FileLead = uploadLead((words, count, shown) => ({ shown, unit: words.deductions.files.ofMembers(count) }))

/** What a file takes or adds in all, by which resolution, and whose account it goes to. */
function DeductionFileLead({ row }: { row: DeductionUpload }) {
  return (
    <>
      <FileLead row={row} />
      <AllowedBy
        row={row}
        label={deductionKinds[row.kind].label}
        onOpen={() => void download(deductionUpload.calls.document, { params: { id: row.id } })}
      />
    </>
  )
}

function useFacts() {
  const { deductions: words, uploads } = useWords()
  const { money, number, dateTime } = useFormat()
  return (row: DeductionUpload) => [
    { title: words.files.amount, value: money(row.amount) },
    { title: words.files.numberOf, value: number(row.numberOfLots - row.leftOut) },
    { title: words.minute, value: row.minuteNumber },
    { title: uploads.date, value: dateTime(row.created) },
  ]
}

/** Files of deductions, from the clerk through another person of the society to the next schedule. */
export const deductionUploadView = viewUpload(deductionUpload, {
  title: ({ title }) => title,
  leads: ['amount', 'numberOfLots', 'minuteNumber', 'minuteDate', 'document', 'payee', 'season', 'accountNumber'],
  rowTitle: (row) => row.fullName || row.memberNumber,
  labels: ({ deductions: { files } }) => ({
    template: files.template,
    upload: files.upload,
    numberOf: files.numberOf,
    rows: files.rows,
    back: files.back,
    none: files.none,
    sub: files.sub,
  }),
  questions: {
    Box: DeductionQuestions,
    initial: { kind: 'INPUTS', season: seasonOfDate(businessToday()) },
    showsProblems: true,
  },
  useFacts,
  Lead: DeductionFileLead,
})
