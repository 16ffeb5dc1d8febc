import { useWatch } from 'react-hook-form'
import { catalogueFields } from '#contract/catalogue/catalogueFile.ts'
import { catalogueRecord, type CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm, type RecordFormState } from '#client/kit/forms/useRecordForm.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const { lotNumber, outturn, brokerOutturn, grade, marks, bags, pockets, weight, splitNumber } = catalogueFields
const fields = {
  lotNumber,
  outTurn: outturn,
  brokerOutturn,
  grade,
  marks,
  numberOfBags: bags,
  numberOfPocket: pockets,
  weight,
  splitNumber,
  saleNumber: catalogueFields.saleNumber,
  cert: catalogueFields.certification,
  reservePrice: catalogueFields.reservePrice,
  remark: catalogueFields.remark,
  deleteFlag: { title: 'Remove', ...text(1, { required: false }) },
  comment: { title: 'Comment', ...text(500) },
}
type Field = keyof typeof fields
/** What the warehouse sees with its own eyes, and corrects. */
const weighed = ['numberOfBags', 'numberOfPocket', 'weight', 'splitNumber'] as const satisfies readonly Field[]
const ofBroker = [
  'lotNumber',
  'outTurn',
  'brokerOutturn',
  'grade',
  'marks',
  ...weighed,
  'saleNumber',
  'cert',
  'remark',
] as const satisfies readonly Field[]

type DialogProps = { row: CatalogueRecord; onClose: () => void }

/** A checker edits a lot, which counts for the own side. */
export const EditDialog = (props: DialogProps) => <LotDialog {...props} isChecker />

/** The broker mends a lot that was referred or is on hold. */
export const CorrectDialog = (props: DialogProps) => <LotDialog {...props} isChecker={false} />

const valuesOf = (row: CatalogueRecord): Record<Exclude<Field, 'comment'>, string> => ({
  lotNumber: String(row.lotNumber),
  outTurn: row.outturn,
  brokerOutturn: row.brokerOutturn,
  grade: row.grade,
  marks: row.marks,
  numberOfBags: String(row.numberOfBags),
  numberOfPocket: String(row.numberOfPocket),
  weight: String(row.weight),
  splitNumber: row.splitNumber,
  saleNumber: String(row.saleNumber),
  cert: row.cert,
  reservePrice: row.reservePrice === null ? '' : String(row.reservePrice),
  remark: row.remark,
  deleteFlag: row.deleteFlag ? 'Y' : '',
})

function LotDialog({ row, onClose, isChecker }: DialogProps & { isChecker: boolean }) {
  const words = useWords().catalogue
  const translate = useContractWords()
  const { organisationType, organisationCode } = useUser().organisation
  const isWarehouse = organisationType.id === organisationTypes.WAREHOUSE.id
  const isBroker = organisationCode === row.agentCode
  const before = valuesOf(row)
  const state = useRecordForm({ fields, initial: before })
  const lot = String(row.lotNumber)
  return (
    <RecordDialog
      title={isChecker ? words.editTitle(lot) : words.correctTitle(lot)}
      state={state}
      lead={
        <>
          <p className="faint">{isChecker ? words.editHint : words.correctHint}</p>
          <Quoted title={words.onHold}>{row.holdReason && translate(row.holdReason)}</Quoted>
          <Quoted title={words.comment}>{row.comment}</Quoted>
        </>
      }
      groups={[
        {
          names: [
            ...(isWarehouse ? weighed : ofBroker),
            ...(isBroker ? (['reservePrice'] as const) : []),
            'deleteFlag',
            'comment',
          ],
        },
      ]}
      controls={{
        weight: { unit: words.kilograms },
        deleteFlag: { as: 'checkbox', wide: true, hint: words.removeHint },
        remark: { wide: true },
        comment: { as: 'textarea', wide: true },
      }}
      submitLabel={isChecker ? words.edit : words.correct}
      invalid={words.fix}
      send={({ comment, deleteFlag, reservePrice, ...values }, key) =>
        call(catalogueRecord.calls.update, {
          body: {
            id: row.id,
            version: row.version,
            ...values,
            season: row.season,
            deleteFlag: deleteFlag === 'Y',
            ...(isBroker ? { reservePrice: reservePrice || null } : {}),
            comment,
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={640}
    >
      <Changed state={state} before={before} />
    </RecordDialog>
  )
}

type ChangedProps = { state: RecordFormState<Field>; before: Record<Exclude<Field, 'comment'>, string> }

/** Every value as it is and as it would be. */
function Changed({ state, before }: ChangedProps) {
  const translate = useContractWords()
  const now: Partial<Record<string, string>> = useWatch({ control: state.form.control })
  const values = (Object.keys(before) as (keyof typeof before)[]) // border: the keys of the values
    .filter((name) => name !== 'deleteFlag' && now[name] !== undefined && now[name] !== before[name])
    .map((name) => ({
      key: name,
      title: translate(fields[name].title),
      before: before[name] || '–',
      after: now[name] || '–',
    }))
  return values.length > 0 ? <BeforeAfter values={values} /> : null
}
