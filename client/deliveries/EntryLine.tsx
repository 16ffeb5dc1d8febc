import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCornerDownLeft } from '@tabler/icons-react'
import { useEffect, useEffectEvent, type KeyboardEvent } from 'react'
import { DateField } from '#client/kit/forms/DateField.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useFactories } from './deliveryCalls.ts'
import { sameEntry, type Entry, type EntrySeason } from './entries.ts'
import { MemberLine } from './MemberField.tsx'
import type { EntryLineState, LineField } from './useEntryLine.ts'

type EntryLineProps = {
  state: EntryLineState
  entries: readonly Entry[]
  seasons: readonly EntrySeason[]
  /** Whether deliveries may be entered now. */
  isOpen: boolean
}

/** One delivery on one line, by the keyboard alone: what stays the same, then member, kilograms and receipt. */
export function EntryLine({ state, entries, seasons, isOpen }: EntryLineProps) {
  const { line, season, lookUp, problem, mending, change, place, enter, save } = state
  const all = useWords().cherry
  const words = all.entry
  const translate = useContractWords()
  const { time } = useFormat()
  const factories = useFactories().filter(({ id, active }) => active || id === line.factoryId)
  const open = seasons.filter(({ takesDeliveries }) => takesDeliveries)
  const same = sameEntry(line, entries, mending?.id)
  const fieldOf = (name: LineField) => ({
    ref: place(name),
    name,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.altKey) return
      event.preventDefault()
      enter(name)
    },
  })
  // The hand begins where every delivery does, as soon as the line may be filled in.
  const begin = useEffectEvent(() => state.focus('memberNumber'))
  useEffect(() => {
    if (isOpen) begin()
  }, [isOpen])
  const texts = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'characters' } as const
  const error = (name: keyof typeof state.problems) => state.problems[name] && translate(state.problems[name])
  return (
    <form
      className="entry-line card"
      aria-label={words.line}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {mending && (
        <p className="entry-mending" role="status">
          {mending.state === 'saved' ? words.editing(mending.memberNumber) : words.mending(mending.memberNumber)}{' '}
          <button type="button" className="link" onClick={state.unpark}>
            {words.leaveMending}
          </button>
        </p>
      )}
      <fieldset className="entry-fields" disabled={!isOpen}>
        <DateField
          {...fieldOf('deliveredOn')}
          label={words.date}
          value={line.deliveredOn}
          min={open.at(-1)?.firstDay}
          max={open[0]?.lastDay}
          error={error('deliveredOn')}
          onChange={(deliveredOn) => change({ deliveredOn })}
          onUnreadable={(deliveredOn) => change({ deliveredOn })}
        />
        <NativeSelect
          {...fieldOf('season')}
          label={words.season}
          value={season}
          data={
            open.some(({ name }) => name === season)
              ? open.map(({ name }) => name)
              : ['', ...open.map(({ name }) => name)]
          }
          onChange={(event) => {
            const chosen = open.find(({ name }) => name === event.currentTarget.value)
            if (chosen) change({ deliveredOn: chosen.lastDay })
          }}
        />
        <NativeSelect
          {...fieldOf('factoryId')}
          label={words.factory}
          value={line.factoryId}
          data={[{ value: '', label: all.noFactory }, ...factories.map(({ id, name }) => ({ value: id, label: name }))]}
          error={error('factoryId')}
          onChange={(event) => change({ factoryId: event.currentTarget.value })}
        />
        <TextInput
          {...fieldOf('memberNumber')}
          {...texts}
          label={words.member}
          className="entry-own"
          value={line.memberNumber}
          maxLength={10}
          error={error('memberNumber')}
          aria-describedby="entry-member"
          onChange={(event) => change({ memberNumber: event.currentTarget.value })}
        />
        <TextInput
          {...fieldOf('currentDelivery')}
          {...texts}
          label={words.kilograms}
          className="entry-own entry-kg"
          inputMode="decimal"
          value={line.currentDelivery}
          maxLength={10}
          error={error('currentDelivery')}
          rightSection={<span className="unit">{all.unit}</span>}
          onChange={(event) => {
            // Many keyboards have a comma where the point should be.
            const typed = event.currentTarget.value.replace(',', '.')
            if (/^\d*\.?\d*$/.test(typed)) change({ currentDelivery: typed })
          }}
        />
        <TextInput
          {...fieldOf('receiptNumber')}
          {...texts}
          label={words.receipt}
          className="entry-own"
          value={line.receiptNumber}
          maxLength={20}
          placeholder={words.receiptHint}
          error={error('receiptNumber')}
          onChange={(event) => change({ receiptNumber: event.currentTarget.value })}
        />
        <Button
          type="submit"
          className="entry-save"
          loading={state.isBusy}
          disabled={!isOpen}
          rightSection={<IconCornerDownLeft size={16} aria-hidden />}
        >
          {mending ? words.saveMended : words.save}
        </Button>
      </fieldset>
      <p className="entry-member sub" id="entry-member" role="status">
        <MemberLine lookUp={lookUp} />
      </p>
      {same && line.currentDelivery !== '' && (
        <p className="form-note" role="status">
          <IconAlertTriangle size={14} aria-hidden /> {words.same(time(new Date(same.at)))}
        </p>
      )}
      {problem !== '' && (
        <Alert color="cherry" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {problem}
        </Alert>
      )}
    </form>
  )
}
