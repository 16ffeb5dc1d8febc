import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import { estateCuredRecord, type EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'

const { outturn, bags, pockets, splitNumber, lot, cleanNetWeight, saleNumber } = estateCuredFile.columns
const fields = {
  outturn,
  numberOfBags: bags,
  numberOfPocket: pockets,
  weight: cleanNetWeight,
  splitNumber,
  lotNumber: lot,
  saleNumber,
  approverComment: { title: 'Comment', ...text(500, { required: false }) },
}
const common = ['outturn', 'numberOfBags', 'numberOfPocket', 'weight', 'splitNumber', 'lotNumber'] as const

type DialogProps = { row: EstateCured; onClose: () => void }

/** Its sender mends a record that was referred back or is on hold. */
export const EditDialog = (props: DialogProps) => <EstateCuredDialog {...props} isSender />

/** A party corrects a record while it decides. */
export const CorrectDialog = (props: DialogProps) => <EstateCuredDialog {...props} isSender={false} />

function EstateCuredDialog({ row, onClose, isSender }: DialogProps & { isSender: boolean }) {
  const words = useWords().estateCured
  const state = useRecordForm({
    fields,
    initial: {
      outturn: row.curedOutturn,
      numberOfBags: String(row.bags),
      numberOfPocket: String(row.pockets),
      weight: String(row.cleanNetWeight),
      splitNumber: row.splitNumber,
      lotNumber: row.lot,
      saleNumber: String(row.saleNumber),
    },
  })
  return (
    <RecordDialog
      title={isSender ? words.editTitle(row.curedOutturn) : words.correctTitle(row.curedOutturn)}
      state={state}
      lead={
        <>
          <p className="faint">{isSender ? words.editHint : words.correctHint}</p>
          {isSender && <Quoted title={words.comment}>{row.approverComment}</Quoted>}
        </>
      }
      groups={[{ names: [...common, ...(isSender ? (['saleNumber'] as const) : []), 'approverComment'] }]}
      controls={{ weight: { unit: words.kilograms }, approverComment: { as: 'textarea', wide: true } }}
      submitLabel={isSender ? words.sendAgain : words.correct}
      invalid={words.fix}
      send={({ approverComment, saleNumber: sale, ...values }, key) =>
        call(estateCuredRecord.calls.update, {
          body: {
            id: row.id,
            version: row.version,
            ...values,
            ...(isSender ? { saleNumber: sale } : {}),
            ...(approverComment === '' ? {} : { approverComment }),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={560}
    />
  )
}
