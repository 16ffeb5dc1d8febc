import { TextInput } from '@mantine/core'

type Period = { from?: string | undefined; to?: string | undefined }
type PeriodFieldsProps = { words: { from: string; to: string }; period: Period; onChange: (changes: Period) => void }

/** The first and the last day of a period; neither goes beyond the other. */
export const PeriodFields = ({ words, period: { from, to }, onChange }: PeriodFieldsProps) => (
  <>
    <TextInput
      type="date"
      label={words.from}
      value={from ?? ''}
      max={to}
      onChange={({ currentTarget }) => onChange({ from: currentTarget.value || undefined })}
    />
    <TextInput
      type="date"
      label={words.to}
      value={to ?? ''}
      min={from}
      onChange={({ currentTarget }) => onChange({ to: currentTarget.value || undefined })}
    />
  </>
)
