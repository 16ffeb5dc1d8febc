import { TextInput } from '@mantine/core'
import { uploads, type Upload } from '#contract/uploads/uploads.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import type { MoreProps } from '#client/kit/decisions/StepDialog.tsx'
import { useWords } from '#client/kit/words.ts'

/** Rows whose ID is registered in another society, each with the reason to register it all the same. */
export type Override = { row: number; reason: string }

/** A reason of fewer letters is not one; the contract says the same. */
export const shortestReason = 3

/** Rows shown at once; a file with more is better declined and corrected. */
const shownRows = 100
/** The problem that the server notes beside an ID known in another society. */
const elsewhere = 'registered_elsewhere'

/** Asks, before an approval, for a reason beside each row whose ID is registered in another society. */
export function OverrideRows({ row: upload, step, value, onChange }: MoreProps<Pick<Upload, 'id' | 'warned'>>) {
  const words = useWords().farmers
  const { number } = useFormat()
  const needsReasons = step.name === 'approve' && upload.warned !== 0
  const problems = useCall(
    uploads.rows,
    { params: { id: upload.id }, query: { show: 'problems', code: elsewhere, size: shownRows } },
    { enabled: needsReasons },
  ).data
  if (!needsReasons || !problems || problems.data.length === 0) return null
  // The dialog keeps the value as this form set it.
  const overrides = (value as Override[] | undefined) ?? []
  const reasonOf = (row: number) => overrides.find((one) => one.row === row)?.reason ?? ''
  const set = (row: number, reason: string) =>
    onChange([...overrides.filter((one) => one.row !== row), { row, reason }])
  return (
    <fieldset className="override">
      <legend>{words.overrideTitle}</legend>
      <p className="faint">{words.overrideHint}</p>
      {problems.data.map(({ row, cells }) => {
        const reason = reasonOf(row)
        const short = reason.trim() !== '' && reason.trim().length < shortestReason
        return (
          <TextInput
            key={row}
            label={words.overrideReason(number(row))}
            description={cells.slice(0, 4).filter(Boolean).join(' · ')}
            placeholder={words.overridePlaceholder}
            maxLength={300}
            value={reason}
            error={short && words.overrideShort}
            onChange={(event) => set(row, event.currentTarget.value)}
          />
        )
      })}
      {problems.page.totalElements > shownRows && <p className="faint">{words.overrideMore(number(shownRows))}</p>}
    </fieldset>
  )
}
