import { Checkbox } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import type { Disclaimer } from '#contract/house/disclaimers.ts'
import { useLanguage, useWords } from '../words.ts'
import '../forms/forms.css'

/** A wording in the language of the screen. */
export function useWording(disclaimer: Disclaimer | undefined) {
  const language = useLanguage()
  return disclaimer && { ...disclaimer, text: language === 'sw' ? disclaimer.swahili : disclaimer.english }
}

type WordingCheckProps = {
  /** The wording in force; undefined while it is being loaded. */
  wording: Disclaimer | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
  disabled?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** A tick under a wording that is kept beside the record, with its version. */
export function WordingCheck({ wording, checked, onChange, error, disabled = false, ref }: WordingCheckProps) {
  const words = useWords().lists.wording
  const shown = useWording(wording)
  return (
    <Checkbox
      className="wording"
      checked={checked}
      disabled={disabled || !shown}
      error={error}
      ref={ref}
      label={shown?.text ?? words.loading}
      description={shown && words.version(shown.version)}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
