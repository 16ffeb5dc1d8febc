import { Checkbox } from '@mantine/core'
import { useWords } from '#client/kit/words.ts'

/** Whether a change of the way in ends the other sessions too. */
export function EndOthersBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const words = useWords().account
  return (
    <Checkbox
      label={words.endOthersToo}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
