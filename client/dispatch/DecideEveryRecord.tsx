import { Button, Modal, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { DispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import { dispatchRecord, type DispatchRecord, type Receipt } from '#contract/dispatch/dispatchRecords.ts'
import type { Step } from '#contract/kit/workflow.ts'
import { StepComment } from '#client/kit/decisions/StepComment.tsx'
import { useReturnFocus } from '#client/kit/forms/useReturnFocus.ts'
import { useFormat } from '#client/kit/format.ts'
import { DataCards } from '#client/kit/lists/DataCards.tsx'
import { DataTable, type DataTableProps } from '#client/kit/lists/DataTable.tsx'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { withCards } from '#client/kit/lists/rowsOnPage.ts'
import { showRefusal, useAct, useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { EveryReceipt } from './EveryReceipt.tsx'
import { dispatchRecordView } from './dispatchRecordView.ts'
import '#client/kit/lists/lists.css'
import './dispatch.css'

const { details, decideEvery } = dispatchRecord.calls
const shownKeys: readonly string[] = [
  ...(['outTurnNumber', 'grade', 'marks', 'bags', 'pockets', 'season', 'miller', 'broker'] as const),
  ...(['grossWeight', 'tareWeight', 'netWeight'] as const),
]
// Read at once and not page by page: nothing is sorted by the server.
const list = {
  ...dispatchRecord.list,
  columns: dispatchRecord.list.columns.flatMap(({ hidden: _hidden, sort: _sort, ...column }) =>
    shownKeys.includes(column.key) ? [column] : [],
  ),
}
const commented: Step = { ...dispatchRecordFlow.steps.reject, comment: 'required' }
// A table is drawn only where it is seen, cards are not.
const mostCards = 500
const nothing: ReadonlySet<string> = new Set()
const titleOf = dispatchRecordView.decisions.title

type Action = 'APPROVE_SELECTED_REJECT_OTHERS' | 'REJECT_SELECTED_APPROVE_OTHERS'

/** What nobody has edited and waits for the first time: it is decided together, and the rest one by one. */
const isTogether = ({ status, requireReapproval }: DispatchRecord) =>
  status.statusName === 'PENDING_APPROVAL' && requireReapproval === 'N'

/** Every record of a file over the whole screen: those that are ticked are decided one way and the others the other way, at once. */
export function DecideEveryRecord({ row: file, onClose }: { row: DispatchFile; onClose: () => void }) {
  const words = useWords().dispatch.every
  const [receipt, setReceipt] = useState<Receipt>()
  const [isTouched, setTouched] = useState(false)
  const records = useCall(details, { query: { fileId: file.id, sort: 'outTurnNumber' } }, { enabled: !receipt })
  useReturnFocus()
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      // A slip of the hand must not undo what was ticked.
      closeOnEscape={!isTouched || receipt !== undefined}
      classNames={{ content: 'every', body: 'every-body' }}
      closeButtonProps={{ 'aria-label': words.close }}
      title={<span className="modal-title">{words.title(file.fileName)}</span>}
    >
      {receipt && <EveryReceipt receipt={receipt} onClose={onClose} />}
      {!receipt && records.isPending && <ListSkeleton />}
      {!receipt && records.isError && <NotLoaded refused={records.error} onReload={() => void records.refetch()} />}
      {!receipt && records.data && (
        <Records
          file={file}
          records={rowsIn(records.data)}
          onTouched={() => setTouched(true)}
          onReceipt={setReceipt}
          onChanged={() => void records.refetch()}
        />
      )}
    </Modal>
  )
}

// The call answers the bare list where no page is asked for.
const rowsIn = (answer: readonly DispatchRecord[] | { data: readonly DispatchRecord[] }): readonly DispatchRecord[] =>
  'data' in answer ? answer.data : answer

type RecordsProps = {
  file: DispatchFile
  records: readonly DispatchRecord[]
  onTouched: () => void
  onReceipt: (receipt: Receipt) => void
  onChanged: () => void
}

function Records({ file, records, onTouched, onReceipt, onChanged }: RecordsProps) {
  const words = useWords().dispatch.every
  const { number } = useFormat()
  const narrow = useMediaQuery(withCards, false, { getInitialValueInEffect: false })
  const [ticked, setTicked] = useState(nothing)
  const [search, setSearch] = useState('')
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const [focused, setFocused] = useState(0)
  const [problem, setProblem] = useState<string>()
  const all = records.filter(isTogether)
  const alone = records.length - all.length
  const wanted = search.trim().toUpperCase()
  const rows = all.filter((one) => `${one.outTurnNumber} ${one.grade} ${one.marks}`.toUpperCase().includes(wanted))
  const chosen = all.filter(({ id }) => ticked.has(id))
  const others = all.filter(({ id }) => !ticked.has(id))
  const decide = useAct(decideEvery, {
    quiet: true,
    onDone: ({ data }) => onReceipt(data),
    onRefused: (refused) => {
      showRefusal(refused)
      onChanged()
      return true
    },
  })
  const tick = (ids: readonly string[], on: boolean) => {
    onTouched()
    setProblem(undefined)
    setTicked((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  }
  const send = (action: Action) => {
    if (chosen.length === 0) return setProblem(words.none)
    if (comment.trim() === '') return setMissing(true)
    decide.mutate({
      body: {
        fileId: file.id,
        version: file.version,
        action,
        comment: comment.trim(),
        records: chosen.map(({ id, version }) => ({ id, version })),
        others: others.map(({ id, version }) => ({ id, version })),
      },
    })
  }
  const inSight = rows.map(({ id }) => id)
  const seen = inSight.filter((id) => ticked.has(id)).length
  const table: DataTableProps<DispatchRecord> = {
    list,
    rows,
    rowId: ({ id }) => id,
    title: titleOf,
    flow: dispatchRecordFlow,
    hidden: nothing,
    chosen: true,
    secondLine: () => undefined,
    sort: { key: 'outTurnNumber', direction: 'asc' },
    onSort: () => {},
    picking: {
      state: seen === 0 ? 'none' : seen === inSight.length ? 'all' : 'some',
      flowOf: () => dispatchRecordFlow,
      has: (id) => ticked.has(id),
      // The table hands back the rows it was given.
      toggle: (row) => tick([(row as DispatchRecord).id], !ticked.has((row as DispatchRecord).id)),
      togglePage: () => tick(inSight, seen < inSight.length),
    },
    openId: undefined,
    focused,
    onFocusRow: setFocused,
    onOpen: undefined,
    busy: decide.isPending,
  }
  return (
    <>
      <div className="every-head">
        <TextInput
          data-autofocus
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {narrow && (
          <Button variant="default" onClick={() => tick(inSight, seen < inSight.length)}>
            {seen < inSight.length || seen === 0 ? words.tickAll : words.tickNone}
          </Button>
        )}
        {alone > 0 && <p className="faint">{words.alone(alone, number(alone))}</p>}
      </div>
      <div className="every-rows card table-card">
        {rows.length === 0 && <p className="pad faint">{all.length === 0 ? words.nothing : words.noMatch}</p>}
        {rows.length > 0 && (narrow && rows.length <= mostCards ? <DataCards {...table} /> : <DataTable {...table} />)}
      </div>
      <div className="every-foot">
        <div className="every-sums" role="status">
          <Sum label={words.selected} records={chosen} />
          <Sum label={words.others} records={others} />
          {problem && <p className="every-problem">{problem}</p>}
        </div>
        <StepComment step={commented} value={comment} required missing={missing} onChange={setComment} />
        <div className="every-acts">
          <Button variant="default" loading={decide.isPending} onClick={() => send('REJECT_SELECTED_APPROVE_OTHERS')}>
            {words.rejectSelected}
          </Button>
          <Button loading={decide.isPending} onClick={() => send('APPROVE_SELECTED_REJECT_OTHERS')}>
            {words.approveSelected}
          </Button>
        </div>
      </div>
    </>
  )
}

/** How many records, and how much they weigh: in grams, so that thousands of them add up. */
function Sum({ label, records }: { label: string; records: readonly DispatchRecord[] }) {
  const { number, weight } = useFormat()
  const grams = records.reduce((sum, { netWeight }) => sum + Math.round(netWeight * 1000), 0)
  return (
    <span>
      {label} <b className="num">{number(records.length)}</b> · <span className="num">{weight(grams / 1000)}</span>
    </span>
  )
}
