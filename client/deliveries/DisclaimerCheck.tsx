import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { useLanguage, useWords } from '#client/kit/words.ts'
import { disclaimerQuery } from './sendEntries.ts'

/** The disclaimer in force, in the language of the screen. */
export function useDisclaimer() {
  const language = useLanguage()
  const query = useQuery(disclaimerQuery)
  const found = query.data
  return { disclaimer: found && { ...found, text: language === 'sw' ? found.swahili : found.english }, query }
}

type DisclaimerCheckProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** That what is entered is right, with the wording that is kept beside the record. */
export function DisclaimerCheck({ checked, onChange, error, disabled = false, ref }: DisclaimerCheckProps) {
  const words = useWords().cherry
  const { disclaimer } = useDisclaimer()
  return (
    <Checkbox
      className="disclaimer"
      checked={checked}
      disabled={disabled || !disclaimer}
      error={error}
      ref={ref}
      label={disclaimer?.text ?? words.disclaimerLoading}
      description={disclaimer && words.disclaimerVersion(disclaimer.version)}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
