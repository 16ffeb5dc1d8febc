import { Button, Select } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { estateCuredFileRecord } from '#contract/estateCured/estateCuredFiles.ts'
import { chargeCurrencies } from '#contract/estateCured/estateCuredRecords.ts'
import type { UploadQuestionsProps } from '#client/kit/uploads/UploadDialog.tsx'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { useWords } from '#client/kit/words.ts'
import { estateCuredCells, useEstateCuredFacts } from './EstateCuredLead.tsx'
import { estateCuredForms, estateCuredView } from './estateCuredView.ts'

/** The currency of the charges in a file. */
function CurrencyQuestion({ values, onChange }: UploadQuestionsProps) {
  const words = useWords().estateCured
  return (
    <Select
      label={words.currency}
      description={words.currencyHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      required
      allowDeselect={false}
      data={chargeCurrencies.map((currency) => ({ value: currency, label: words.currencies[currency] }))}
      value={values['currency'] || null}
      onChange={(currency) => onChange({ currency: currency ?? '' })}
    />
  )
}

function AllRecords() {
  const words = useWords().estateCured
  return (
    <Button
      variant="default"
      leftSection={<IconListDetails size={16} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} to="/estatecuredbroker/records" />}
    >
      {words.allRecords}
    </Button>
  )
}

/** Files of estate cured coffee, and the records of one of them with their decisions. */
export const estateCuredFileView = viewUpload(estateCuredFileRecord, {
  labels: ({ estateCured: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.numberOf,
    rows: words.records,
    back: words.viewAll,
    none: words.noFiles,
    sub: words.sub,
  }),
  rowTitle: ({ curedOutturn, grade }) => `${curedOutturn} ${grade}`,
  questions: { Box: CurrencyQuestion, initial: { currency: 'KES' } },
  RowsActions: AllRecords,
  records: {
    view: estateCuredView,
    bulk: estateCuredFileRecord.calls.bulk,
    forms: estateCuredForms,
    cells: estateCuredCells,
    useFacts: useEstateCuredFacts,
  },
})
