import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconMinus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Tone } from '#contract/kit/workflow.ts'
import { useContractWords } from './words.ts'

const looks: Record<Tone, { className: string; Icon: TablerIcon }> = {
  waiting: { className: 'status wait', Icon: IconClock },
  good: { className: 'status ok', Icon: IconCheck },
  bad: { className: 'status no', Icon: IconX },
  info: { className: 'status info', Icon: IconInfoCircle },
  neutral: { className: 'status mute', Icon: IconMinus },
}

/** A state as icon, word and tone; never colour alone. The label is a declared English text. */
export function Status({ tone, label, warns = false }: { tone: Tone; label: string; warns?: boolean }) {
  const translate = useContractWords()
  const { className, Icon } = looks[tone]
  const Shown = warns ? IconAlertTriangle : Icon
  return (
    <span className={className}>
      <Shown size={14} stroke={2} aria-hidden />
      {translate(label)}
    </span>
  )
}
