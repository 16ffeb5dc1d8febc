import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { deduction, deductionKinds } from '#contract/schedules/deductions.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { businessToday } from '#client/kit/format.ts'
import { AttachField } from '#client/kit/forms/AttachField.tsx'
import { DateField } from '#client/kit/forms/DateField.tsx'
import { inOneLine } from '#client/kit/forms/inOneLine.ts'
import { useInstitutions } from '#client/kit/institutions.ts'
import type { UploadQuestionsProps } from '#client/kit/uploads/UploadDialog.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import '../schedules.css'

const kinds = Object.entries(deductionKinds)

/** What a file of deductions is for, which resolution allows it, and whose account the money goes to. */
export function DeductionQuestions({ values, onChange, problems }: UploadQuestionsProps) {
  const { deductions: words } = useWords()
  const translate = useContractWords()
  const [running] = useState(() => seasonOfDate(businessToday()))
  const banks = useInstitutions().filter(({ institutionType }) => institutionType === 'BANK')
  const typed = (name: string, title: string, most: number) => ({
    label: translate(title),
    required: true,
    maxLength: most,
    value: values[name] ?? '',
    error: problems[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [name]: inOneLine(value) }),
  })
  return (
    <fieldset className="deduction-asks" aria-label={words.files.asks}>
      <Select
        label={translate('Kind')}
        required
        allowDeselect={false}
        data={kinds.map(([value, { label }]) => ({ value, label: translate(label) }))}
        value={values['kind'] ?? null}
        error={problems['kind']}
        onChange={(kind) =>
          onChange({ kind: kind ?? '', ...(kind === 'PREMIUM' ? { institution: '', accountNumber: '' } : {}) })
        }
      />
      <Select
        label={translate('Season')}
        required
        allowDeselect={false}
        data={[running, seasonBefore(running)]}
        value={values['season'] ?? null}
        error={problems['season']}
        onChange={(chosen) => onChange({ season: chosen ?? '' })}
      />
      <TextInput {...typed('title', 'Deduction', 80)} />
      {values['kind'] !== 'PREMIUM' && (
        <>
          <Select
            label={translate('Institution')}
            required
            searchable
            data={banks.map(({ institutionCode: value, institutionName: label }) => ({ value, label }))}
            value={values['institution'] || null}
            error={problems['institution']}
            onChange={(institution) => onChange({ institution: institution ?? '' })}
          />
          <TextInput {...typed('accountNumber', 'Account number', 30)} inputMode="numeric" />
        </>
      )}
      <TextInput {...typed('minuteNumber', 'Minute', 40)} />
      <DateField
        label={translate('Minute of')}
        required
        value={values['minuteDate'] ?? ''}
        error={problems['minuteDate']}
        onChange={(minuteDate) => onChange({ minuteDate })}
      />
      <TextInput {...typed('document', 'Document', 80)} description={words.documentHint} />
      <AttachField
        to={deduction.calls.attach}
        onAttached={(documentId) => onChange({ documentId })}
        error={problems['documentId']}
      />
    </fieldset>
  )
}
