import { DateField } from '#client/kit/forms/DateField.tsx'

type Period = { from?: string | undefined; to?: string | undefined }
type PeriodFieldsProps = { words: { from: string; to: string }; period: Period; onChange: (changes: Period) => void }

/** The first and the last day of a period; neither goes beyond the other. */
export const PeriodFields = ({ words, period: { from, to }, onChange }: PeriodFieldsProps) => (
  <>
    <DateField
      label={words.from}
      value={from ?? ''}
      max={to}
      onChange={(day) => onChange({ from: day || undefined })}
    />
    <DateField label={words.to} value={to ?? ''} min={from} onChange={(day) => onChange({ to: day || undefined })} />
  </>
)
