import { Button, Kbd, Modal, Progress } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp, IconChecks, IconPlayerTrackNext } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { remarksOf } from '#contract/kit/record.ts'
import type { CallRefused } from '../call.ts'
import { BulkDialog } from '../decisions/BulkDialog.tsx'
import {
  decidingStep,
  decisionsOn,
  isOnePress,
  stampOf,
  type Decisions,
  type NamedStep,
} from '../decisions/decisions.ts'
import { useHeadlines } from '../decisions/headlines.ts'
import type { Selection } from '../decisions/selection.ts'
import { StepDialog, type Fact, type MoreProps } from '../decisions/StepDialog.tsx'
import { StepIcon } from '../decisions/StepMenu.tsx'
import { takeWithUndo } from '../decisions/useTakeStep.ts'
import { selectedRecord } from '../decisions/useSelection.ts'
import { useFormat } from '../format.ts'
import { ListSkeleton, NotLoaded } from '../lists/ListFaces.tsx'
import { fetchMatching, type ListSource } from '../lists/useListPage.ts'
import type { ListState } from '../lists/useListState.ts'
import { useContractWords, useWords } from '../words.ts'
import { isHeld, undoHeld } from './heldDecision.ts'
import { countMarks, marked, nextUnmarked, type Mark, type Marks } from './queue.ts'
import { RecordDetails, type RecordParts } from './RecordDetails.tsx'
import './review.css'

type ReviewQueueProps<Row> = RecordParts<Row> & {
  source: ListSource
  state: ListState
  decisions: Decisions<Row>
  title: (row: Row) => string
  rowId: (row: Row) => string
  facts: (row: Row) => readonly Fact[]
  More?: ComponentType<MoreProps<Row>> | undefined
  onClose: () => void
}

/** Everything that waits, over the whole screen, one record after the other: frozen as it was when the review began. */
export function ReviewQueue<Row extends object>(props: ReviewQueueProps<Row>) {
  const { source, state, decisions, onClose } = props
  const words = useWords().review
  const translate = useContractWords()
  // Read once: what comes meanwhile waits for the next review, and nobody's place in the queue moves.
  const waiting = useQuery<Row[], CallRefused>({
    queryKey: ['review', source.endpoint.path, source.params, source.of, state.search.search, state.search.filter],
    queryFn: async () => {
      const rows = await fetchMatching<Row>(source, state.search, 'waiting')
      return rows.filter((row) => !isHeld(stampOf(row).id) && stepOf(decisions, row, 'main') !== undefined)
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Modal
      opened
      fullScreen
      onClose={() => document.querySelectorAll('[role=dialog]').length <= 1 && onClose()}
      classNames={{ content: 'review', header: 'review-head', body: 'review-body' }}
      closeButtonProps={{ 'aria-label': words.close }}
      title={<span className="review-title">{words.title(translate(source.list.title))}</span>}
    >
      {waiting.isPending && <ListSkeleton />}
      {waiting.isError && <NotLoaded refused={waiting.error} onReload={() => void waiting.refetch()} />}
      {waiting.data && <Queue {...props} rows={waiting.data} />}
    </Modal>
  )
}

const stepOf = <Row extends object>(decisions: Decisions<Row>, row: Row, tone: 'main' | 'danger') =>
  decidingStep(decisionsOn(decisions, row).flow, tone, row)

function Queue<Row extends object>(props: ReviewQueueProps<Row> & { rows: readonly Row[] }) {
  const { rows, rowId, decisions, title, onClose } = props
  const words = useWords().review
  const { number } = useFormat()
  const ids = rows.map(rowId)
  const [marks, setMarks] = useState<Marks>(new Map())
  const [at, setAt] = useState(ids[0])
  const [decision, setDecision] = useState<{ row: Row; step: NamedStep }>()
  const [bundle, setBundle] = useState<{ selection: Selection; step: NamedStep }>()
  const row = rows.find((one) => rowId(one) === at)

  const mark = (id: string, as: Mark) => {
    const next = marked(marks, id, as)
    setMarks((now) => marked(now, id, as))
    setAt(nextUnmarked(ids, next, id))
  }
  const undone = (id: string) => {
    setMarks((now) => marked(now, id, undefined))
    setAt(id)
  }
  const decide = (tone: 'main' | 'danger') => {
    const step = row && stepOf(decisions, row, tone)
    if (!step) return
    const own = decisionsOn(decisions, row)
    if (!isOnePress(own, row, step)) return setDecision({ row, step })
    const id = rowId(row)
    takeWithUndo({ decisions: own, row, step, onUndo: () => undone(id) })
    mark(id, tone)
  }
  const skip = () => row && mark(rowId(row), 'skipped')
  const lookAgain = () => {
    const skipped = [...marks].flatMap(([id, as]) => (as === 'skipped' ? [id] : []))
    const left = skipped.reduce<Marks>((now, id) => marked(now, id, undefined), marks)
    setMarks(left)
    setAt(nextUnmarked(ids, left, undefined))
  }
  const off = decision !== undefined || bundle !== undefined
  useWindowEvent('keydown', (event) => {
    const field = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (off || field || event.ctrlKey || event.metaKey || event.altKey) return
    const run = { a: () => decide('main'), d: () => decide('danger'), s: skip, u: undoHeld }[event.key.toLowerCase()]
    if (!run) return
    event.preventDefault()
    run()
  })

  // Only what the server has looked at and found nothing to point out; what was skipped has the reviewer's own remark.
  const clean = rows.filter((one) => remarksOf(one) === 0 && !marks.has(rowId(one)))
  const step = row && stepOf(decisions, row, 'main')
  const bundled = step?.bulk && decisions.takeMany ? clean.filter((one) => sameStep(decisions, one, step)) : []
  return (
    <>
      <div className="review-progress">
        <span className="num">{words.progress(number(marks.size), number(rows.length))}</span>
        <Progress value={rows.length === 0 ? 100 : (100 * marks.size) / rows.length} size="sm" aria-hidden />
        {step && bundled.length > 1 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChecks size={16} aria-hidden />}
            onClick={() =>
              setBundle({
                step,
                selection: new Map(bundled.map((one) => [rowId(one), selectedRecord(one, decisions)])),
              })
            }
          >
            {words.approveRest(number(bundled.length))}
          </Button>
        )}
      </div>
      {row ? (
        <Sheet
          {...props}
          key={at}
          row={row}
          onMain={() => decide('main')}
          onDanger={() => decide('danger')}
          onSkip={skip}
        />
      ) : (
        <Finished marks={marks} onAgain={lookAgain} onClose={onClose} />
      )}
      {decision && (
        <StepDialog
          decisions={decisionsOn(decisions, decision.row)}
          row={decision.row}
          step={decision.step}
          facts={props.facts(decision.row)}
          More={props.More}
          onClose={() => setDecision(undefined)}
          onDone={(done) => mark(rowId(done), decision.step.tone === 'danger' ? 'danger' : 'main')}
        />
      )}
      {bundle && (
        <BulkDialog
          decisions={decisions}
          selection={bundle.selection}
          step={bundle.step}
          onClose={() => setBundle(undefined)}
          onDone={(done) => {
            const next = done.reduce<Marks>((now, id) => marked(now, id, 'main'), marks)
            setMarks(next)
            setAt(nextUnmarked(ids, next, undefined))
          }}
        />
      )}
      <span className="sr" role="status">
        {row ? title(row) : words.finished}
      </span>
    </>
  )
}

const sameStep = <Row extends object>(decisions: Decisions<Row>, row: Row, step: NamedStep): boolean =>
  stepOf(decisions, row, 'main')?.name === step.name

type SheetProps<Row> = ReviewQueueProps<Row> & {
  row: Row
  onMain: () => void
  onDanger: () => void
  onSkip: () => void
}

/** One record with its decision at the foot; each button names its key. */
function Sheet<Row extends object>({ row, rowId, title, onMain, onDanger, onSkip, ...props }: SheetProps<Row>) {
  const words = useWords().review
  const translate = useContractWords()
  const sentence = useHeadlines()
  const decisions = decisionsOn(props.decisions, row)
  const headline = decisions.headline(row)
  const main = decidingStep(decisions.flow, 'main', row)
  const danger = decidingStep(decisions.flow, 'danger', row)
  return (
    <>
      <article className="review-sheet">
        <p className="code">
          {translate(decisions.flow.record)}
          {headline && ` · ${title(row)}`}
        </p>
        <h2>{headline ? sentence(headline) : title(row)}</h2>
        <RecordDetails
          list={props.source.list}
          row={row}
          id={rowId(row)}
          decisions={decisions}
          Lead={props.Lead}
          Facts={props.Facts}
          Documents={props.Documents}
          After={props.After}
          cells={props.cells}
        />
      </article>
      <div className="review-foot">
        <Button
          variant="default"
          leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
          rightSection={<Kbd aria-hidden>S</Kbd>}
          onClick={onSkip}
        >
          {words.skip}
        </Button>
        {danger && (
          <Button
            variant="default"
            leftSection={<StepIcon step={danger} />}
            rightSection={<Kbd aria-hidden>D</Kbd>}
            onClick={onDanger}
          >
            {translate(danger.label)}
          </Button>
        )}
        {main && (
          <Button
            className="grow"
            leftSection={<StepIcon step={main} />}
            rightSection={<Kbd aria-hidden>A</Kbd>}
            onClick={onMain}
            data-autofocus
          >
            {translate(main.label)}
          </Button>
        )}
      </div>
    </>
  )
}

type FinishedProps = { marks: Marks; onAgain: () => void; onClose: () => void }

/** After the last record: what was done, and the way back to what was skipped. */
function Finished({ marks, onAgain, onClose }: FinishedProps) {
  const words = useWords().review
  const { number } = useFormat()
  const { main, danger, skipped } = countMarks(marks)
  return (
    <div className="review-end">
      <h2>{words.finished}</h2>
      <p>
        {marks.size === 0
          ? words.nothing
          : words.sum({ main: number(main), danger: number(danger), skipped: number(skipped) })}
      </p>
      <div className="review-end-acts">
        {skipped > 0 && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={onAgain}>
            {words.again(skipped, number(skipped))}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
