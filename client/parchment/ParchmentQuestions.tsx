import { Select } from '@mantine/core'
import { organisations } from '#contract/house/organisations.ts'
import { useCall } from '#client/kit/queries.ts'
import type { UploadQuestionsProps } from '#client/kit/uploads/UploadDialog.tsx'
import { ShareConsent } from '#client/kit/uploads/ShareConsent.tsx'
import { useWords } from '#client/kit/words.ts'
import './parchment.css'

/** Which miller took the parchment in, and whether it is shared. */
export function ParchmentQuestions({ values, onChange }: UploadQuestionsProps) {
  const words = useWords().parchment
  const organisationsCall = useCall(organisations.all, {})
  const millers = (organisationsCall.data ?? []).filter(({ organisationType }) => organisationType.name === 'MILLER')
  return (
    <div className="parchment-asks">
      <Select
        label={words.millerCode}
        description={organisationsCall.isError ? words.millersFailed : words.millerHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        searchable
        data={millers.map(({ organisationCode, organisationName }) => ({
          value: organisationCode,
          label: `${organisationName} (${organisationCode})`,
        }))}
        value={values['millerCode'] || null}
        onChange={(millerCode) => onChange({ millerCode: millerCode ?? '' })}
      />
      <ShareConsent values={values} onChange={onChange} />
    </div>
  )
}
