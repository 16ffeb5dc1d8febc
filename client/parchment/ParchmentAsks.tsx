import { Group, Radio, Select } from '@mantine/core'
import { organisations } from '#contract/organisations.ts'
import { useCall } from '#client/kit/queries.ts'
import type { UploadAsksProps } from '#client/kit/UploadDialog.tsx'
import { useWords } from '#client/kit/words.ts'
import './parchment.css'

/** Which miller took the parchment in, and who lends on it. */
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
      <Radio.Group
        label={words.lender}
        value={values['shareData'] ?? 'true'}
        onChange={(shareData) => onChange({ shareData })}
      >
        <Group gap={24} mt={8}>
          <Radio value="true" label={words.shareKpcu} />
          <Radio value="false" label={words.bank} />
        </Group>
      </Radio.Group>
    </div>
  )
}
