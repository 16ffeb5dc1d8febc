import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode, type RefObject } from 'react'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import type { ListState } from './useListState.ts'
import { useContractWords, useWords } from '../words.ts'

type ListToolbarProps = {
  list: ListScreen
  state: ListState
  searchBox: RefObject<HTMLInputElement | null>
  /** What waits or everything, where there is something to decide. */
  tabs: ReactNode
  children: ReactNode
}

/** Above a list: what waits, the search, then the filters, columns and views. */
export function ListToolbar({ list, state, searchBox, tabs, children }: ListToolbarProps) {
  return (
    <div className="toolbar">
      {tabs}
      <SearchBox
        searchIn={list.searchIn}
        value={state.search.search ?? ''}
        onSearch={(search) => state.changeQuery({ search: search || undefined }, { replace: true })}
        box={searchBox}
      />
      <div className="toolbar-tools">{children}</div>
    </div>
  )
}

type SearchBoxProps = {
  searchIn: string
  value: string
  onSearch: (search: string) => void
  box: RefObject<HTMLInputElement | null>
}

function SearchBox({ searchIn, value, onSearch, box }: SearchBoxProps) {
  const translate = useContractWords()
  const words = useWords().lists
  const [now, setBox] = useState({ typed: value, sent: value, seen: value })
  // The address changed by something else than this box (back, a saved view): show what it says now.
  if (value !== now.seen) setBox({ ...now, seen: value, typed: value === now.sent ? now.typed : value })
  const send = (typed: string) => {
    setBox((last) => ({ ...last, sent: typed }))
    onSearch(typed)
  }
  const sendLater = useDebouncedCallback(send, 300)
  const { typed } = now
  return (
    <TextInput
      ref={box}
      className="grow"
      type="search"
      value={typed}
      onChange={(event) => {
        setBox({ ...now, typed: event.currentTarget.value })
        sendLater(event.currentTarget.value.trim())
      }}
      aria-label={words.searchIn(translate(searchIn))}
      placeholder={translate(searchIn)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label={words.clearSearch}
            onClick={() => {
              setBox({ ...now, typed: '' })
              send('')
              box.current?.focus()
            }}
          />
        )
      }
    />
  )
}
