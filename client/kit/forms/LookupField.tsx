import { CloseButton, Combobox, Loader, ScrollArea, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CallRefused } from '../call.ts'
import type { ControlProps } from './FormControl.tsx'
import { useContractWords, useWords } from '../words.ts'
import './forms.css'

/** One entry that was found: the value the form keeps, what a person reads, and a second line. */
type LookupEntry = { value: string; label: string; hint?: string }

type LookupQuery<Answer> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

type LookupFieldProps<Answer> = Omit<ControlProps, 'ref' | 'name'> &
  Partial<Pick<ControlProps, 'ref' | 'name'>> & {
    /** The call that searches: `(text) => callQuery(organisations.parents, { query: { q: text } })`. */
    query: (text: string) => LookupQuery<Answer>
    /** The entries of its answer. */
    entriesOf: (answer: Answer) => readonly LookupEntry[]
    /** From how many characters it searches. */
    least: number
    /** What a person reads for the value that the field starts with. */
    initialLabel?: string
    /** The entry that was chosen; null when the field was emptied. */
    onChosen?: (chosen: LookupEntry | null) => void
    /** The entry of a value that was there before, such as that of a draft. */
    onFound?: (found: LookupEntry) => void
  }

const pauseMs = 300

/**
 * A field that searches the server while a person types, from `least` characters and after 300 ms. In a RecordForm write
 * `render: (props) => <LookupField {...props} least={2} query={(text) => callQuery(...)} entriesOf={(answer) => [...]} />`; the
 * form keeps the value of the chosen entry only, `onChosen` hands over the whole entry to fill in other fields, `onFound` that of a
 * value that was there before, whose text may be `initialLabel`. Arrow keys move, Enter chooses, Escape closes; it says when it
 * searches, finds nothing or cannot search. What was typed and not chosen is not a value and goes when the field is left.
 */
export function LookupField<Answer>(props: LookupFieldProps<Answer>) {
  const { query: queryFor, entriesOf, least, initialLabel, onChosen, onFound, value, onChange, onBlur, ...rest } = props
  const words = useWords().forms
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<LookupEntry>()
  const [text] = useDebouncedValue((typed ?? '').trim(), pauseMs)
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const searches = text.length >= least
  const query = useQuery<Answer, CallRefused>({ ...queryFor(text), enabled: searches && typed !== undefined })
  // A value that was there before, such as that of a draft, is looked up for its text.
  const isKnown = value === '' || chosen?.value === value || initialLabel !== undefined
  const initial = useQuery<Answer, CallRefused>({ ...queryFor(value), enabled: !isKnown })
  const initialEntry =
    isKnown || initial.data === undefined ? undefined : entriesOf(initial.data).find((entry) => entry.value === value)
  // What depends on the entry is outside this field.
  const tellFound = useEffectEvent(() => {
    if (initialEntry) onFound?.(initialEntry)
  })
  const foundValue = initialEntry?.value
  useEffect(() => tellFound(), [foundValue])
  const entries = searches && query.data !== undefined ? entriesOf(query.data) : []
  const label =
    value === '' ? '' : chosen?.value === value ? chosen.label : (initialLabel ?? initialEntry?.label ?? value)
  const choose = (entry: LookupEntry | null) => {
    setChosen(entry ?? undefined)
    setTyped(undefined)
    onChange(entry?.value ?? '')
    onChosen?.(entry)
    box.closeDropdown()
  }
  return (
    <Combobox
      store={box}
      onOptionSubmit={(submitted) => choose(entries.find((entry) => entry.value === submitted) ?? null)}
      shadow="lg"
    >
      <Combobox.Target>
        <TextInput
          {...rest}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="off"
          spellCheck={false}
          placeholder={rest.placeholder ?? words.typeMore(least)}
          value={typed ?? label}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            box.openDropdown()
            box.resetSelectedOption()
          }}
          onBlur={() => {
            box.closeDropdown()
            if (typed?.trim() === '' && value !== '') choose(null)
            setTyped(undefined)
            onBlur()
          }}
          rightSection={
            query.isFetching ? (
              <Loader size={14} />
            ) : value !== '' && !rest.required && !rest.disabled ? (
              <CloseButton size="sm" aria-label={words.clear} onClick={() => choose(null)} />
            ) : null
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === undefined}>
        <Combobox.Options aria-label={rest.label}>
          <ScrollArea.Autosize mah={260} type="auto">
            {entries.map((entry) => (
              <Combobox.Option key={entry.value} value={entry.value}>
                {entry.label}
                {entry.hint && <small className="lookup-hint">{entry.hint}</small>}
              </Combobox.Option>
            ))}
          </ScrollArea.Autosize>
          {entries.length === 0 && <Face least={least} text={(typed ?? '').trim()} searched={text} query={query} />}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

type FaceProps = {
  least: number
  text: string
  searched: string
  query: { isFetching: boolean; error: CallRefused | null; refetch: () => Promise<unknown> }
}

/** Why there is no entry to choose. */
function Face({ least, text, searched, query }: FaceProps) {
  const words = useWords().forms
  const translate = useContractWords()
  if (text.length < least) return <Combobox.Empty role="status">{words.typeMore(least)}</Combobox.Empty>
  if (query.isFetching || text !== searched) return <Combobox.Empty role="status">{words.searching}</Combobox.Empty>
  if (query.error)
    return (
      <Combobox.Empty role="alert">
        {translate(query.error.message)}{' '}
        <button
          type="button"
          className="link"
          // Before the box loses the focus, which would close it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void query.refetch()}
        >
          {words.tryAgain}
        </button>
      </Combobox.Empty>
    )
  return <Combobox.Empty role="status">{words.nothing}</Combobox.Empty>
}
