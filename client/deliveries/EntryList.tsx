import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Tone } from '#contract/kit/workflow.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useFactories } from './deliveryCalls.ts'
import type { Entry } from './entries.ts'
import { dropEntry } from './entryStore.ts'
import { useMemberNames } from './member.ts'

/** How many entries stay in sight. */
const entriesShown = 20

const tones: Record<Entry['state'], Tone> = { waiting: 'waiting', saved: 'good', refused: 'bad' }

type EntryListProps = { entries: readonly Entry[]; onMend: (entry: Entry) => void }

/** The last entries, the newest first, each with what became of it; nothing that was refused is ever out of sight. */
export function EntryList({ entries, onMend }: EntryListProps) {
  const words = useWords().cherry.entry
  const newest = [...entries].sort((one, other) => other.at - one.at)
  const listed = newest.filter(({ state }, at) => at < entriesShown || state === 'refused')
  const names = useMemberNames(listed.map(({ memberNumber }) => memberNumber))
  const [dropping, setDropping] = useState<Entry>()
  return (
    <section className="card entry-list" aria-label={words.last(entriesShown)}>
      <h2 className="pad-x">{words.last(entriesShown)}</h2>
      {listed.length === 0 && <p className="faint pad-x">{words.none}</p>}
      <ol>
        {listed.map((entry) => (
          <Line
            key={entry.id}
            entry={entry}
            name={names.get(entry.memberNumber)}
            onMend={onMend}
            onDrop={setDropping}
          />
        ))}
      </ol>
      {dropping && (
        <Dialog onClose={() => setDropping(undefined)} size={420} title={words.dropTitle}>
          <p>{words.dropHint}</p>
          <Drop entry={dropping} onClose={() => setDropping(undefined)} />
        </Dialog>
      )}
    </section>
  )
}

function Drop({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const words = useWords()
  return (
    <div className="form-foot plain">
      <Button variant="default" data-autofocus onClick={onClose}>
        {words.forms.cancel}
      </Button>
      <Button
        color="cherry"
        onClick={() => {
          dropEntry(entry.id)
          onClose()
        }}
      >
        {words.cherry.entry.drop}
      </Button>
    </div>
  )
}

type LineProps = {
  entry: Entry
  name: string | undefined
  onMend: (entry: Entry) => void
  onDrop: (entry: Entry) => void
}

function Line({ entry, name, onMend, onDrop }: LineProps) {
  const words = useWords().cherry.entry
  const translate = useContractWords()
  const { weight, date, time } = useFormat()
  const factory = useFactories().find(({ id }) => id === entry.factoryId)
  const reasons = [...Object.values(entry.fields), entry.problem].filter(Boolean)
  const notices = entry.state === 'refused' ? reasons : entry.notes
  const actionOf = (label: string) => `${label}: ${entry.memberNumber}, ${weight(Number(entry.currentDelivery))}`
  return (
    <li data-state={entry.state}>
      <span className="entry-time num faint">{time(new Date(entry.at))}</span>
      <span className="entry-who">
        <span className="code">{entry.memberNumber}</span> {name && <b>{name}</b>}
        <small className="faint">
          {[date(entry.deliveredOn), factory?.name, entry.receiptNumber].filter(Boolean).join(' · ')}
        </small>
        {notices.length > 0 && (
          <small className={entry.state === 'refused' ? 'entry-why' : 'entry-note'}>
            {notices.map(translate).join('. ')}
          </small>
        )}
      </span>
      <b className="entry-weight num">{weight(Number(entry.currentDelivery))}</b>
      <span className="entry-state">
        <Status tone={tones[entry.state]} label={words.states[entry.inDoubt ? 'sending' : entry.state]} />
      </span>
      <span className="entry-acts">
        {entry.state === 'refused' && (
          <>
            <Button size="compact-sm" onClick={() => onMend(entry)} aria-label={actionOf(words.mend)}>
              {words.mend}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onDrop(entry)} aria-label={actionOf(words.drop)}>
              {words.drop}
            </Button>
          </>
        )}
        {entry.state === 'saved' && (
          <Button size="compact-sm" variant="default" onClick={() => onMend(entry)} aria-label={actionOf(words.change)}>
            {words.change}
          </Button>
        )}
      </span>
    </li>
  )
}
