import { Select } from '@mantine/core'
import { organisations } from '#contract/house/organisations.ts'
import { useCall } from '#client/kit/queries.ts'
import type { UploadAsksProps } from '#client/kit/uploads/UploadDialog.tsx'
import { ShareConsent } from '#client/kit/uploads/ShareConsent.tsx'
import { useWords } from '#client/kit/words.ts'
import './parchment.css'

/** Which miller took the parchment in, and whether it is shared. */
export function ParchmentAsks({ values, onChange }: UploadAsksProps) {
  const words = useWords().parchment
  const found = useCall(organisations.all, {})
  const millers = (found.data ?? []).filter(({ organisationType }) => organisationType.name === 'MILLER')
  return (
    <div className="parchment-asks">
      <Select
        label={words.millerCode}
        description={found.isError ? words.millersFailed : words.millerHint}
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
