import { ActionIcon, Button, Drawer } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { createElement, type ReactNode } from 'react'
import type { Headline } from '#contract/house/headlines.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import {
  isOnePress,
  reasonsAgainst,
  stepsToShow,
  waitsForSomebody,
  type Decisions,
  type NamedStep,
} from './decisions.ts'
import { useFormat } from '../format.ts'
import { useHeadlines } from './headlines.ts'
import { Deciders } from './History.tsx'
import { RecordDetails, type RecordParts } from '../review/RecordDetails.tsx'
import { StepIcon } from './StepMenu.tsx'
import { useContractWords, useWords } from '../words.ts'

type DecisionDrawerProps<Row> = RecordParts<Row> & {
  list: ListScreen
  row: Row | undefined
  id: string
  title: (row: Row) => string
  decisions: Decisions<Row> | undefined
  position: number
  count: number
  narrow: boolean
  onStep: (row: Row, step: NamedStep) => void
  /** Asks for a comment first. */
  onComment: (row: Row, step: NamedStep) => void
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
            {row && headline && ` · ${translate(title(row))}`}
          </span>
          {headline ? sentence(headline) : row ? translate(title(row)) : words.notThere}
        </span>
      }
    >
      {row ? <Content {...props} row={row} /> : <p className="faint">{words.notHereHint}</p>}
    </Drawer>
  )
}

function Content<Row extends object>(props: DecisionDrawerProps<Row> & { row: Row }) {
  const { list, row, id, decisions, position, count, Lead, Documents, After, cells, onStep, onComment, onMove, Facts } =
    props
  const words = useWords().lists
  const first = decisions?.first?.when(row) ? decisions.first.Action : undefined
  const steps = decisions ? stepsToShow(decisions.flow, row) : []
  const waits = decisions !== undefined && waitsForSomebody(decisions.flow, row)
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
      <RecordDetails
        list={list}
        row={row}
        id={id}
        decisions={decisions}
        Lead={Lead}
        Facts={Facts}
        Documents={Documents}
        After={After}
        cells={cells}
      />
      {/* A record that nobody can decide any more needs no reason why this person cannot. */}
      {steps.length > 0 && (waits || steps.some(({ refused }) => refused === null)) && (
        <Foot
          steps={steps}
          first={first && createElement(first, { row })}
          headline={decisions?.headline(row) ?? null}
          reasons={decisions ? reasonsAgainst(decisions.flow, row) : []}
          deciders={decisions && waits && <Deciders kind={decisions.flow.kind} id={id} />}
          commented={(step) =>
            decisions !== undefined && step.comment === 'optional' && isOnePress(decisions, row, step)
          }
          onStep={(step) => onStep(row, step)}
          onComment={(step) => onComment(row, step)}
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
  /** Who decides it, while it waits. */
  deciders: ReactNode
  /** Whether a step is taken with one press although it has room for a comment. */
  commented: (step: NamedStep) => boolean
  onStep: (step: NamedStep) => void
  onComment: (step: NamedStep) => void
}

/** The steps that may be taken now, the main one last and widest; else why the record cannot be decided. */
function Foot({ steps, first, headline, reasons, deciders, commented, onStep, onComment }: FootProps) {
  const words = useWords().lists
  const translate = useContractWords()
  const { money } = useFormat()
  const amount = headline?.amount
  const open = steps.filter(({ refused }) => refused === null).map(({ step }) => step)
  const ordered = [...open].sort((one) => (one.tone === 'main' ? 1 : -1))
  return (
    <div className="drawer-foot">
      {open.length === 0 && <p className="faint">{reasons.map(translate).join(' ')}</p>}
      {deciders}
      {open.filter(commented).map((step) => (
        <Button key={`${step.name} with a comment`} variant="subtle" onClick={() => onComment(step)}>
          {words.withComment}
        </Button>
      ))}
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
