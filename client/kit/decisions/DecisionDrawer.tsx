import { ActionIcon, Button, Drawer } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { createElement, type ComponentType, type ReactNode } from 'react'
import type { Headline } from '#contract/house/headlines.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import { Cell } from '../lists/cells.tsx'
import type { Cells } from '../lists/DataTable.tsx'
import { reasonsAgainst, stepsToShow, waitsForSomebody, type Decisions, type NamedStep } from './decisions.ts'
import { useFormat } from '../format.ts'
import { useHeadlines } from './headlines.ts'
import { History } from './History.tsx'
import { StepIcon } from './StepMenu.tsx'
import { useContractWords, useWords } from '../words.ts'

type DecisionDrawerProps<Row> = {
  list: ListScreen
  row: Row | undefined
  id: string
  title: (row: Row) => string
  decisions: Decisions<Row> | undefined
  position: number
  count: number
  narrow: boolean
  /** Above the facts: what is at stake, warnings, the before and after of a change. */
  Lead?: ComponentType<{ row: Row }> | undefined
  /** Below the facts: documents to download. */
  Documents?: ComponentType<{ row: Row }> | undefined
  /** Last of all. */
  After?: ComponentType<{ row: Row }> | undefined
  cells?: Cells<Row> | undefined
  onStep: (row: Row, step: NamedStep) => void
  onMove: (by: -1 | 1) => void
  onClose: () => void
}

const isCovered = (): boolean => document.querySelectorAll('[role=dialog]').length > 1

/** Everything about one record that a decision needs, with the decision at its foot. */
export function DecisionDrawer<Row extends object>(props: DecisionDrawerProps<Row>) {
  const { row, title, decisions, narrow, onClose } = props
  const words = useWords().lists
  const translate = useContractWords()
  const sentence = useHeadlines()
  // What is decided already is called by its name; what waits, by what a decision would do.
  const headline = row && decisions && waitsForSomebody(decisions.flow, row) ? decisions.headline(row) : null
  return (
    <Drawer
      opened
      // Escape reaches every dialog at once, and is meant for the one on top.
      onClose={() => !isCovered() && onClose()}
      position="right"
      size={narrow ? '100%' : 440}
      classNames={{ header: 'drawer-head', body: 'drawer-body' }}
      title={
        <span className="drawer-title">
          <span className="code">
            {translate(decisions?.flow.record ?? props.list.title)}
            {row && headline && ` · ${title(row)}`}
          </span>
          {headline ? sentence(headline) : row ? title(row) : words.notHere}
        </span>
      }
    >
      {row ? <Content {...props} row={row} /> : <p className="faint">{words.notHereHint}</p>}
    </Drawer>
  )
}

function Content<Row extends object>(props: DecisionDrawerProps<Row> & { row: Row }) {
  const { list, row, id, decisions, position, count, Lead, Documents, After, cells, onStep, onMove } = props
  const words = useWords().lists
  const translate = useContractWords()
  const first = decisions?.first?.when(row) ? decisions.first.Action : undefined
  const steps = decisions ? stepsToShow(decisions.flow, row) : []
  const waits = decisions !== undefined && waitsForSomebody(decisions.flow, row)
  const columns = list.columns.filter((column) => {
    const value = (row as Record<string, unknown>)[column.key]
    // The head names the kind of record already.
    if (decisions && typeof value === 'string' && value.toLowerCase() === decisions.flow.record) return false
    // The title is above, and what leads the drawer shows the status; nothing is not a fact.
    return column.card !== 'title' && !(Lead && column.as === 'status') && value !== null && value !== ''
  })
  return (
    <>
      {position > 0 && (
        <div className="step-nav">
          <span className="num">{words.position(position, count)}</span>
          <ActionIcon variant="default" aria-label={words.previous} disabled={position <= 1} onClick={() => onMove(-1)}>
            <IconChevronUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={words.next} disabled={position >= count} onClick={() => onMove(1)}>
            <IconChevronDown size={17} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {Lead && <Lead row={row} />}
      <dl className="facts">
        {columns.map((column) => (
          <div key={column.key} className="fact">
            <dt>{translate(column.title)}</dt>
            <dd>
              {cells?.[column.key]?.(row) ?? <Cell column={column} row={row} list={list} flow={decisions?.flow} />}
            </dd>
          </div>
        ))}
      </dl>
      {Documents && (
        <section className="documents">
          <h3>{words.documents}</h3>
          <Documents row={row} />
        </section>
      )}
      {decisions && (
        <section>
          <h3>{words.history}</h3>
          <History kind={decisions.flow.kind} id={id} waits={waits} />
        </section>
      )}
      {After && <After row={row} />}
      {/* A record that nobody can decide any more needs no reason why this person cannot. */}
      {steps.length > 0 && (waits || steps.some(({ refused }) => refused === null)) && (
        <Foot
          steps={steps}
          first={first && createElement(first, { row })}
          headline={decisions?.headline(row) ?? null}
          reasons={decisions ? reasonsAgainst(decisions.flow, row) : []}
          onStep={(step) => onStep(row, step)}
        />
      )}
    </>
  )
}

type FootProps = {
  /** The main action in place of a step. */
  first: ReactNode
  headline: Headline | null
  steps: ReturnType<typeof stepsToShow>
  reasons: readonly string[]
  onStep: (step: NamedStep) => void
}

/** The steps that may be taken now, the main one last and widest; else why the record cannot be decided. */
function Foot({ steps, first, headline, reasons, onStep }: FootProps) {
  const translate = useContractWords()
  const { money } = useFormat()
  const amount = headline?.amount
  const open = steps.filter(({ refused }) => refused === null).map(({ step }) => step)
  const ordered = [...open].sort((one) => (one.tone === 'main' ? 1 : -1))
  return (
    <div className="drawer-foot">
      {open.length === 0 && <p className="faint">{reasons.map(translate).join(' ')}</p>}
      {ordered.map((step) => (
        <Button
          key={step.name}
          className={step.tone === 'main' && !first ? 'grow' : undefined}
          variant={step.tone === 'main' && !first ? 'filled' : 'default'}
          leftSection={<StepIcon step={step} />}
          onClick={() => onStep(step)}
        >
          {step.tone === 'main' && step.who === 'other' && amount
            ? `${translate(step.label)} ${money(amount)}`
            : translate(step.label)}
        </Button>
      ))}
      {first}
    </div>
  )
}
