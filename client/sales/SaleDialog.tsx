import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { sale, type ComputedSale, type Sale } from '#contract/sales/sales.ts'
import { call } from '#client/kit/call.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm, type RecordFormState } from '#client/kit/forms/useRecordForm.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { dayOfCourse } from './SaleCourse.tsx'
import { followingDays, momentOf, saleFields, wireNames, type SaleFieldName } from './saleFields.ts'
import './sales.css'

/** What is in force and shall change; of a new sale nothing. */
type SaleDialogProps = { changed?: Sale | undefined; onClose: () => void }

/** Proposes a sale, or other days of one in force. What follows from the day of the sale is worked out as it is chosen. */
export function SaleDialog({ changed, onClose }: SaleDialogProps) {
  const words = useWords().sales
  const first = useCall(sale.calls.compute, { query: {} }, { enabled: changed === undefined, staleTime: 0, gcTime: 0 })
  const initial = changed ?? first.data
  if (initial) return <SaleForm initial={initial} changed={changed} onClose={onClose} />
  return (
    <Dialog title={words.proposeTitle} size={640} onClose={onClose}>
      {first.isError ? (
        <NotLoaded refused={first.error} onReload={() => void first.refetch()} />
      ) : (
        <Skeleton height={280} />
      )}
    </Dialog>
  )
}

const following = ['cutoffDay', 'cutoffTime', 'closeDay', 'closeTime', 'promptDate'] as const satisfies SaleFieldName[]

function SaleForm({ initial, changed, onClose }: SaleDialogProps & { initial: Sale | ComputedSale }) {
  const words = useWords().sales
  const format = useFormat()
  const { saleNumber, saleDate } = initial
  const state = useRecordForm<SaleFieldName>({
    fields: saleFields,
    initial: { saleNumber: String(saleNumber), saleDate, ...followingDays(initial) },
  })
  const computed = useComputed(state, changed)
  const usual = computed && followingDays(computed)
  const typed = {
    cutoffDay: useFormValue(state, 'cutoffDay'),
    cutoffTime: useFormValue(state, 'cutoffTime'),
    closeDay: useFormValue(state, 'closeDay'),
    closeTime: useFormValue(state, 'closeTime'),
    promptDate: useFormValue(state, 'promptDate'),
  }
  // Beside what departs from it, the usual day.
  const usualOf = (days: readonly (keyof typeof typed)[], day: string | undefined) =>
    day && usual && days.some((name) => typed[name] !== usual[name])
      ? words.usual(dayOfCourse(words, format, day))
      : undefined
  const { problems = {} } = computed ?? {}
  const name = words.numberOf(saleNumber, initial.season)
  return (
    <RecordDialog
      title={changed ? words.changeTitle(name) : words.proposeTitle}
      state={state}
      lead={<p className="faint">{changed ? words.changeHint : words.proposeHint}</p>}
      groups={[
        { title: words.dayGroup, names: changed ? ['saleDate'] : ['saleDate', 'saleNumber'] },
        { title: words.otherGroup, names: [...following, 'reason'] },
      ]}
      controls={{
        saleDate: {
          as: 'date',
          note: problems['saleDate'] ?? problems['season'],
          hint: computed && words.season(computed.season),
        },
        cutoffDay: { as: 'date', hint: usualOf(['cutoffDay', 'cutoffTime'], computed?.dispatchCutoff) },
        cutoffTime: { hint: words.timeHint },
        closeDay: { as: 'date', hint: usualOf(['closeDay', 'closeTime'], computed?.catalogueClose) },
        closeTime: { hint: words.timeHint },
        promptDate: { as: 'date', wide: true, hint: usualOf(['promptDate'], computed?.promptDate) },
        reason: { as: 'textarea', wide: true, hint: words.reasonHint },
      }}
      wireNames={wireNames}
      submitLabel={words.send}
      send={(values, key) =>
        call(sale.calls.propose, {
          body: {
            season: changed?.season ?? seasonOfDate(values.saleDate),
            saleNumber: Number(values.saleNumber),
            saleDate: values.saleDate,
            dispatchCutoff: momentOf(values.cutoffDay, values.cutoffTime),
            catalogueClose: momentOf(values.closeDay, values.closeTime),
            promptDate: values.promptDate,
            ...(changed ? { replaces: changed.id } : {}),
            ...(values.reason ? { reason: values.reason } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={640}
    >
      {computed && <Holidays holidays={computed.holidays} />}
    </RecordDialog>
  )
}

function Holidays({ holidays }: Pick<ComputedSale, 'holidays'>) {
  const words = useWords().sales
  const format = useFormat()
  const said = holidays.map(({ day, name }) => `${dayOfCourse(words, format, day)} (${name})`)
  return (
    <p className="faint" role="status">
      {said.length > 0 ? words.holidays(format.list(said)) : words.noHolidays}
    </p>
  )
}

/** What follows from the day in the form. Days that nobody has touched follow it; those of a sale in force once another day is chosen. */
function useComputed(state: RecordFormState<SaleFieldName>, changed: Sale | undefined): ComputedSale | undefined {
  const saleDate = useFormValue(state, 'saleDate')
  const saleNumber = Number(useFormValue(state, 'saleNumber'))
  const isRight = /^\d{4}-\d{2}-\d{2}$/.test(saleDate) && saleNumber >= 1 && saleNumber <= 99
  const season = changed?.season ?? (isRight ? seasonOfDate(saleDate) : '')
  const { data } = useCall(
    sale.calls.compute,
    { query: { season, saleNumber, saleDate } },
    { enabled: isRight, placeholderData: keepPreviousData },
  )
  const followed = useRef(changed?.saleDate)
  const { form } = state
  // The form stands outside React: the answer of the server goes into its fields.
  useEffect(() => {
    if (!data || data.saleDate !== saleDate || followed.current === saleDate) return
    followed.current = saleDate
    const { touchedFields } = form.formState
    for (const [name, value] of Object.entries(followingDays(data)))
      if (!touchedFields[name] && form.getValues(name) !== value)
        form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  }, [data, saleDate, form])
  return data?.saleDate === saleDate ? data : undefined
}
