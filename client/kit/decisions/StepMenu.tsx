import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconEye, IconPencil, IconSend, IconX, type TablerIcon } from '@tabler/icons-react'
import type { Workflow } from '#contract/kit/workflow.ts'
import { reasonOf, stepsToShow, type NamedStep } from './decisions.ts'
import { RowMenu } from '../RowMenu.tsx'
import { useContractWords } from '../words.ts'

/** Something a row offers besides the steps of its workflow. The label is already translated. */
export type RowAction<Row> = {
  label: string
  Icon: TablerIcon
  run: (row: Row) => void
  isShown?: (row: Row) => boolean
}

/** The picture of a step, by what kind of step it is. */
export function StepIcon({ step, size = 16 }: { step: NamedStep; size?: number }) {
  if (step.tone === 'danger') return <IconX size={size} aria-hidden />
  if (step.who === 'maker') {
    return step.tone === 'main' ? <IconSend size={size} aria-hidden /> : <IconArrowBackUp size={size} aria-hidden />
  }
  return step.tone === 'plain' ? <IconPencil size={size} aria-hidden /> : <IconCheck size={size} aria-hidden />
}

type StepMenuProps<Row> = {
  row: Row
  title: string
  flow: Workflow | undefined
  onView: ((row: Row) => void) | undefined
  viewLabel: string
  actions: readonly RowAction<Row>[]
  onStep: (row: Row, step: NamedStep) => void
}

/** The menu of a row: View, then each step, then what else it offers. A refused step says why. */
export function StepMenu<Row extends object>(props: StepMenuProps<Row>) {
  const { row, title, flow, onView, viewLabel, actions, onStep } = props
  const translate = useContractWords()
  const steps = flow ? stepsToShow(flow, row) : []
  const offered = actions.filter((action) => action.isShown?.(row) ?? true)
  if (!onView && steps.length === 0 && offered.length === 0) return null
  return (
    <RowMenu title={title}>
      {onView && (
        <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={() => onView(row)}>
          {viewLabel}
        </Menu.Item>
      )}
      {steps.map(({ step, refused }) => (
        <Menu.Item
          key={step.name}
          className={step.tone === 'danger' && refused === null ? 'danger' : undefined}
          leftSection={<StepIcon step={step} />}
          // Not `disabled`: a disabled item cannot be reached by the keyboard, and its reason would never be heard.
          aria-disabled={refused !== null || undefined}
          data-refused={refused !== null || undefined}
          closeMenuOnClick={refused === null}
          onClick={() => {
            if (refused === null) onStep(row, step)
          }}
        >
          {translate(step.label)}
          {refused !== null && <small className="refused">{translate(reasonOf(refused))}</small>}
        </Menu.Item>
      ))}
      {offered.length > 0 && <Menu.Divider />}
      {offered.map(({ label, Icon, run }) => (
        <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={() => run(row)}>
          {label}
        </Menu.Item>
      ))}
    </RowMenu>
  )
}
