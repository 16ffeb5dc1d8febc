import { Button, Skeleton } from '@mantine/core'
import {
  IconCloudOff,
  IconFileUnknown,
  IconInbox,
  IconSearchOff,
  IconCircleCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errors } from '#contract/house/errors.ts'
import type { CallRefused } from '../call.ts'
import { useContractWords, useWords } from '../words.ts'

/** The next step of a list that has no records yet: what to do, and the button for it. */
export type NextStep = { text: string; action?: ReactNode }

const lines = Array.from({ length: 7 }, (_, line) => line)

/** A list that is still on its way. */
export function ListSkeleton() {
  const words = useWords().lists
  return (
    <div className="skeleton-rows" role="status" aria-label={words.loading}>
      {lines.map((line) => (
        <div key={line} className="skeleton-row">
          <Skeleton height={14} width={`${22 + ((line * 7) % 15)}%`} />
          <Skeleton height={14} width="12%" />
          <Skeleton height={14} width="18%" />
          <Skeleton height={22} width={84} radius="md" />
        </div>
      ))}
    </div>
  )
}

type FaceProps = {
  Icon: TablerIcon
  title: string
  hint: string
  children?: ReactNode
  alert?: boolean
  heading?: 'h1' | 'h2'
}

function Face({ Icon, title, hint, children, alert = false, heading: Heading = 'h2' }: FaceProps) {
  return (
    <div className="face" role={alert ? 'alert' : 'status'}>
      <span className={alert ? 'face-icon bad' : 'face-icon'}>
        <Icon size={24} stroke={1.6} aria-hidden />
      </span>
      <Heading>{title}</Heading>
      <p className="faint">{hint}</p>
      <div className="face-actions">{children}</div>
    </div>
  )
}

/** A list that has no records yet: the next step, or Reload when there is none. */
export function NoneYet({ next, onReload }: { next?: NextStep | undefined; onReload: () => void }) {
  const words = useWords().lists
  return (
    <Face Icon={IconInbox} title={words.none} hint={next?.text ?? words.noneHint}>
      {next?.action}
      <Button variant="default" onClick={onReload}>
        {words.reload}
      </Button>
    </Face>
  )
}

/** Nothing to decide; `onAll` leads from the tab "Waiting for you" to all records. */
export function NoneWaiting({ hint, onAll }: { hint?: string | undefined; onAll?: () => void }) {
  const words = useWords().lists
  return (
    <Face Icon={IconCircleCheck} title={words.noneWaiting} hint={hint ?? words.noneWaitingHint}>
      {onAll && (
        <Button variant="default" onClick={onAll}>
          {words.showAll}
        </Button>
      )}
    </Face>
  )
}

/** A search or filter that nothing matches. */
export function NoneMatch({ onReset }: { onReset: () => void }) {
  const words = useWords().lists
  return (
    <Face Icon={IconSearchOff} title={words.noMatch} hint={words.noMatchHint}>
      <Button variant="default" onClick={onReset}>
        {words.resetMatch}
      </Button>
    </Face>
  )
}

type NotLoadedProps = { refused: CallRefused; onReload: () => void; is?: 'list' | 'part' | 'page' }

/** What could not be loaded, or is not there for who asks: a list, a part of a page that has its heading, or the page itself. */
export function NotLoaded({ refused, onReload, is = 'part' }: NotLoadedProps) {
  const { lists: words, messages } = useWords()
  const translate = useContractWords()
  const { message } = errors['record.not_found']
  // A refusal that says why has more to say than what is true of each.
  const hint = refused.message === message ? messages.notFoundHint : translate(refused.message)
  const face =
    refused.code === 'record.not_found'
      ? { Icon: IconFileUnknown, title: words.notThere, hint }
      : { Icon: IconCloudOff, title: is === 'list' ? words.failed : words.notLoaded, hint }
  return (
    <Face {...face} alert heading={is === 'page' ? 'h1' : 'h2'}>
      <Button variant="default" onClick={onReload}>
        {words.reload}
      </Button>
    </Face>
  )
}
