import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { call, newKey, type CallRefused } from '#client/kit/call.ts'
import { keepDraft, readDraft } from '#client/kit/forms/drafts.ts'
import { useFormat } from '#client/kit/format.ts'
import { refreshLists } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { beep } from './beep.ts'
import {
  problemsOfSitting,
  readValues,
  seasonFor,
  type Entry,
  type EntryField,
  type EntryProblems,
  type EntrySeason,
  type EntryValues,
} from './entries.ts'
import { dropEntry, enterValues, entryQueue, keepEntry } from './entryStore.ts'
import { fetchMember, useMember } from './member.ts'
import { wakeSender } from './sendEntries.ts'
import { rememberedFactory, rememberFactory } from './weighingBook.ts'

/** The order of the hand: what stays the same first, then what every delivery has of its own. */
const fieldOrder = ['deliveredOn', 'season', 'factoryId', 'memberNumber', 'currentDelivery', 'receiptNumber'] as const
export type LineField = (typeof fieldOrder)[number]
const own: readonly EntryField[] = ['memberNumber', 'currentDelivery', 'receiptNumber']

/** The line of the fast entry: what is typed, what is wrong with it, and what Enter does. */
export function useEntryLine(seasons: readonly EntrySeason[]) {
  const words = useWords().cherry.entry
  const translate = useContractWords()
  const { weight } = useFormat()
  const today = seasons.find(({ takesDeliveries }) => takesDeliveries)?.lastDay ?? ''
  const [values, setValues] = useState<EntryValues>(() => ({
    ...emptyLine,
    factoryId: rememberedFactory(),
    ...readDraft(draft),
  }))
  const [problems, setProblems] = useState<EntryProblems>({})
  /** The entry that is being mended or changed, and what was in the line before. */
  const [mending, setMending] = useState<{ entry: Entry; parked: EntryValues }>()
  const [notice, setNotice] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const fields = useRef(new Map<LineField, HTMLElement>())
  const line = { ...values, deliveredOn: values.deliveredOn || today }
  const lookUp = useMember(line.memberNumber)

  const focus = (name: LineField) => {
    const field = fields.current.get(name)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }
  const change = (changed: Partial<EntryValues>) => {
    const next = { ...line, ...changed }
    setValues(next)
    setProblem('')
    if (changed.factoryId !== undefined && !mending) rememberFactory(changed.factoryId)
    const still = Object.entries(problems).filter(([name]) => !(name in changed))
    setProblems(Object.fromEntries(still))
    // What is being mended stands in the list already.
    if (!mending) keepDraft(draft, next)
  }
  const fail = (now: EntryProblems, sentence = '') => {
    beep()
    setProblems(now)
    setProblem(sentence)
    const first = fieldOrder.find((name) => name !== 'season' && now[name])
    if (first) focus(first)
  }
  const restart = (after: EntryValues) => {
    const next = { ...after, memberNumber: '', currentDelivery: '', receiptNumber: '' }
    setValues(next)
    keepDraft(draft, next)
    setProblems({})
    setProblem('')
    setMending(undefined)
    focus('memberNumber')
  }
  /** Back to what was in the line before something was mended. */
  const unpark = () => {
    if (mending) setValues(mending.parked)
    setMending(undefined)
    setProblems({})
    setProblem('')
    focus('memberNumber')
  }
  const checked = () => {
    const read = readValues(line)
    const { entries } = entryQueue()
    const wrong = {
      ...problemsOfSitting(read.values, { entries, seasons, mending: mending?.entry.id }),
      ...read.problems,
    }
    if (lookUp.state === 'unknown') wrong.memberNumber ??= words.unknownMember
    return { values: read.values, wrong }
  }
  const save = async () => {
    const { values: read, wrong } = checked()
    if (Object.keys(wrong).length > 0) return fail(wrong)
    if (mending?.entry.state === 'saved') return changeSaved(mending.entry, read)
    try {
      enterValues(read, mending?.entry)
    } catch {
      // The store of the browser is full or shut: the line stays as it is.
      return fail({}, words.noRoom)
    }
    setNotice(words.saved(read.memberNumber, weight(Number(read.currentDelivery))))
    if (mending) unpark()
    else restart(read)
    wakeSender()
  }
  /** A saved delivery is changed on the server, or not at all. */
  const changeSaved = async (entry: Entry, read: EntryValues) => {
    setBusy(true)
    try {
      const member = await fetchMember(read.memberNumber)
      const { data } = await call(cherryDelivery.calls.update, {
        body: {
          ...read,
          id: entry.id,
          version: entry.version,
          factoryId: read.factoryId === '' ? null : read.factoryId,
          fullName: member.fullName,
          idNumber: member.idNumber,
          growerCode: member.grower,
          productName: 'COFFEE',
          season: seasonFor(seasons, read.deliveredOn)?.name ?? member.season,
        },
        idempotencyKey: newKey(),
      })
      keepEntry({ ...entry, ...read, version: data.version, notes: data.notes.map(({ message }) => message) })
      setNotice(words.changed)
      unpark()
      void refreshLists()
    } catch (fault) {
      const { details, message } = fault as CallRefused
      // The server names the fields of a delivery as the line does.
      const fieldProblems = (details['fields'] ?? {}) as EntryProblems
      fail(fieldProblems, Object.keys(fieldProblems).length > 0 ? '' : translate(message))
    } finally {
      setBusy(false)
    }
  }
  return {
    line,
    season: seasonFor(seasons, line.deliveredOn)?.name ?? '',
    problems,
    problem,
    notice,
    lookUp,
    isBusy,
    mending: mending?.entry,
    change,
    save,
    unpark,
    focus,
    /** Tells the line where a field is. */
    place: (name: LineField) => (element: HTMLElement | null) => {
      if (element) fields.current.set(name, element)
      else fields.current.delete(name)
    },
    /** What Enter does in a field. */
    enter: (name: LineField) => {
      const next = fieldOrder[fieldOrder.indexOf(name) + 1]
      if (!next) return void save()
      const { wrong } = checked()
      // A wrong field keeps the hand; what is still to come is not wrong yet.
      if (name !== 'season' && wrong[name]) return fail({ [name]: wrong[name] })
      setProblems({})
      focus(next)
    },
    /** Puts an entry into the line, to be mended or changed; what was typed waits until that is done. */
    mend: (entry: Entry) => {
      // What is typed next goes where the hand is led, however fast it comes.
      flushSync(() => {
        setMending({ entry, parked: mending?.parked ?? line })
        setValues(valuesOf(entry))
        setProblems(entry.fields)
        setProblem(entry.problem === '' ? '' : translate(entry.problem))
      })
      focus((own.find((name) => entry.fields[name]) ?? 'currentDelivery') as LineField)
    },
    /** Takes back the newest entry: one that nobody has seen is typed again, a saved one is changed. */
    takeBack: (entry: Entry) => {
      dropEntry(entry.id)
      keepDraft(draft, valuesOf(entry))
      flushSync(() => {
        setValues(valuesOf(entry))
        setNotice(words.undone(entry.memberNumber))
      })
      focus('memberNumber')
    },
  }
}

/** What stands in the line survives a reload of the tab, and is forgotten when the user signs out. */
const draft = 'entry-line'

export type EntryLineState = ReturnType<typeof useEntryLine>

const emptyLine: EntryValues = {
  deliveredOn: '',
  factoryId: '',
  memberNumber: '',
  currentDelivery: '',
  receiptNumber: '',
}
const valuesOf = ({ deliveredOn, factoryId, memberNumber, currentDelivery, receiptNumber }: Entry): EntryValues => ({
  deliveredOn,
  factoryId,
  memberNumber,
  currentDelivery,
  receiptNumber,
})
