import { Group, Radio } from '@mantine/core'
import type { UploadAsksProps } from '#client/kit/UploadDialog.tsx'
import { useWords } from '#client/kit/words.ts'

/** With whom a limit file is shared, and so who lends. */
export function LenderChoice({ values, onChange }: UploadAsksProps) {
  const words = useWords().limits
  return (
    <Radio.Group
      label={words.lender}
      description={words.lenderHint}
      value={values['shareData'] ?? 'true'}
      onChange={(shareData) => onChange({ shareData })}
    >
      <Group gap={24} mt={10}>
        <Radio value="true" label={words.kpcu} />
        <Radio value="false" label={words.bank} />
      </Group>
    </Radio.Group>
  )
}
