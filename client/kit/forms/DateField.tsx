import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { businessToday, useFormat } from '../format.ts'
import { useWords } from '../words.ts'
import { dayBeside, readDay } from './readDay.ts'

type DateFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'error'> & {
  /** A business date as YYYY-MM-DD, or nothing. */
  value: string
  /** Hears of a day, or of nothing; what cannot be read only where `onUnreadable` is given. */
  onChange: (day: string) => void
  onUnreadable?: (text: string) => void
  error?: ReactNode
  min?: string | undefined
  max?: string | undefined
  ref?: Ref<HTMLInputElement>
}

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value)

/**
 * A day, typed and shown as 22 Nov 2026 in every browser, never month first. T is today, Y yesterday (L and J in Swahili), the
 * arrows go a day on or back, and the calendar is there for the mouse.
 */
export function DateField({
  value,
  onChange,
  onUnreadable,
  error,
  min,
  max,
  disabled = false,
  onKeyDown,
  onBlur,
  ...rest
}: DateFieldProps) {
  const words = useWords().forms
  const { date } = useFormat()
  const picker = useRef<HTMLInputElement>(null)
  // What is being typed; nothing while the day itself is shown.
  const [typed, setTyped] = useState<string>()
  const shown = isDay(value) ? date(value) : value
  const isUnreadable = typed !== undefined && typed.trim() !== '' && readDay(typed, businessToday()) === null
  const [isLeft, setLeft] = useState(false)
  const choose = (day: string) => {
    setTyped(undefined)
    onChange(day)
  }
  const change = (text: string) => {
    setLeft(false)
    // One key is a whole answer: nothing else begins with a letter.
    if (/^[a-z]$/i.test(text.trim()) && readDay(text, businessToday()) !== null) {
      choose(readDay(text, businessToday()) ?? '')
      return
    }
    setTyped(text)
    const day = text.trim() === '' ? '' : readDay(text, businessToday())
    if (day !== null) onChange(day)
    else onUnreadable?.(text)
  }
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = event.key.toLowerCase()
    const days = { arrowup: 1, arrowdown: -1 }[key]
    const isBare = !event.ctrlKey && !event.altKey && !event.metaKey
    if (days && isBare) {
      event.preventDefault()
      choose(dayBeside(isDay(value) ? value : businessToday(), isDay(value) ? days : 0))
    } else if (isBare && ['t', 'y', 'l', 'j'].includes(key) && typed === undefined) {
      // Over a day that stands there already, whole or not selected.
      event.preventDefault()
      choose(readDay(key, businessToday()) ?? value)
    }
    onKeyDown?.(event)
  }
  return (
    <TextInput
      {...rest}
      type="text"
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      disabled={disabled}
      value={typed ?? shown}
      placeholder={rest.placeholder ?? words.dayShape}
      error={isUnreadable && isLeft ? words.dayUnreadable : error}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={step}
      onBlur={(event) => {
        setLeft(true)
        if (!isUnreadable) setTyped(undefined)
        onBlur?.(event)
      }}
      rightSection={
        <>
          {/* The calendar of the browser, opened by the button; its own field, which may be month first, is never seen. */}
          <input
            ref={picker}
            type="date"
            className="date-picker"
            tabIndex={-1}
            aria-hidden
            disabled={disabled}
            value={isDay(value) ? value : ''}
            min={min}
            max={max}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={-1}
            disabled={disabled}
            aria-label={words.openCalendar}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}
