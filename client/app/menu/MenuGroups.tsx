import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useFormat } from '#client/kit/format.ts'
import { isTexts, useRemembered } from '#client/kit/remembered.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { bringIntoSight } from './bringIntoSight.ts'
import { isUnder, menuFor, type Entry, type Group } from './menu.ts'
import { PinEntry } from './PinButton.tsx'
import { useMoved, usePinned, type Pins } from './pinned.ts'
import { useWaiting } from './useWaiting.ts'
import { WaitingCount } from './WaitingCount.tsx'

/** The groups of the menu, which fold, below what is pinned; both are remembered for each user of this browser. */
export function MenuGroups({ rail }: { rail: boolean }) {
  const user = useUser()
  const here = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const { value: folded, remember } = useRemembered(`kahawa.menu.${user.id}`, [], isTexts)
  const moved = useMoved()
  const list = useRef<HTMLDivElement>(null)
  const groups = menuFor(user)
  const pins = usePinned()
  const pinned = pins.entries
  const activeIn = (entries: readonly Entry[]) =>
    (entries.find(({ name }) => name === here.screen) ?? entries.find((entry) => isUnder(entry, here)))?.name
  const active = activeIn(groups.flatMap(({ entries }) => entries).filter((entry) => isUnder(entry, here)))
  // The active entry is always in sight, also after a jump by the palette or a link.
  useEffect(() => bringIntoSight(list.current, { block: 'nearest' }), [active, rail])
  const shown: { group: Group; activeHere: string | undefined }[] = [
    ...(pinned.length > 0
      ? [{ group: { name: 'pinned' as const, entries: pinned }, activeHere: activeIn(pinned) }]
      : []),
    ...groups.map((group) => ({ group, activeHere: active })),
  ]
  return (
    <div className="nav-scroll" ref={list}>
      <span className="sr" role="status">
        {moved}
      </span>
      {shown.map(({ group, activeHere }) => (
        <MenuGroup
          key={group.name ?? ''}
          group={group}
          pins={pins}
          active={activeHere}
          rail={rail}
          folded={group.name !== undefined && folded.includes(group.name)}
          onFold={(name) =>
            remember(folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name])
          }
        />
      ))}
    </div>
  )
}

type MenuGroupProps = {
  group: Group
  pins: Pins
  active: string | undefined
  rail: boolean
  folded: boolean
  onFold: (name: string) => void
}

function MenuGroup({ group: { name, entries }, pins, active, rail, folded, onFold }: MenuGroupProps) {
  const words = useWords().shell
  const waitingAt = useWaiting()
  const items = (shown: readonly Entry[]) =>
    shown.map((entry) => (
      <MenuItem
        key={entry.name}
        entry={entry}
        pins={pins}
        active={entry.name === active}
        rail={rail}
        waiting={waitingAt(entry)}
        isMovable={name === 'pinned'}
      />
    ))
  if (!name || (entries.length === 1 && !rail && name !== 'pinned')) return items(entries)
  if (rail)
    return (
      <div role="group" aria-label={words.areas[name]} className={name === 'pinned' ? name : undefined}>
        {items(entries)}
      </div>
    )
  const waiting = entries.reduce((sum, entry) => sum + waitingAt(entry), 0)
  // Folded away is not gone: where one is stays in sight, and what waits is counted beside the name.
  const shown = folded ? entries.filter((entry) => entry.name === active) : entries
  return (
    <div role="group" aria-label={words.areas[name]}>
      <UnstyledButton
        className="nav-label"
        aria-expanded={!folded}
        title={name === 'pinned' ? words.pin.keys : undefined}
        onClick={() => onFold(name)}
      >
        <span>{words.areas[name]}</span>
        {folded && <WaitingCount waiting={waiting} />}
        <IconChevronDown size={14} aria-hidden className={folded ? 'turned' : undefined} />
      </UnstyledButton>
      {items(shown)}
    </div>
  )
}

type MenuItemProps = { entry: Entry; pins: Pins; active: boolean; rail: boolean; waiting: number; isMovable: boolean }

function MenuItem({ entry: { name, to, Icon }, pins, active, rail, waiting, isMovable }: MenuItemProps) {
  const words = useWords().shell
  const format = useFormat()
  const label = words.screens[name]
  const link = (
    <Link
      className={active ? 'nav-item active' : 'nav-item'}
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      onKeyDown={(event) => onPinKey(event, pins, name, isMovable)}
      aria-keyshortcuts={isMovable ? 'P Alt+ArrowUp Alt+ArrowDown' : 'P'}
      {...(isMovable ? { 'data-pinned': name } : {})}
    >
      <Icon size={rail ? 20 : 17} stroke={1.6} aria-hidden />
      <span className={rail ? 'sr' : undefined}>{label}</span>
      <WaitingCount waiting={waiting} />
    </Link>
  )
  if (!rail)
    return (
      <div className="nav-row">
        {link}
        <PinEntry pins={pins} name={name} />
      </div>
    )
  return (
    <Tooltip
      label={waiting > 0 ? `${label} · ${format.number(waiting)} ${words.waitingWord}` : label}
      position="right"
      events={{ hover: true, focus: true, touch: false }}
    >
      {link}
    </Tooltip>
  )
}

/** On an entry P pins it or lets it go; among what is pinned, Alt with an arrow moves it, and says where it is now. */
function onPinKey(
  event: KeyboardEvent<HTMLAnchorElement>,
  { toggle, move }: Pins,
  name: Entry['name'],
  isMovable: boolean,
) {
  const { key, altKey, ctrlKey, metaKey } = event
  if (key.toLowerCase() === 'p' && !altKey && !ctrlKey && !metaKey) {
    event.preventDefault()
    toggle(name)
  }
  if (!isMovable || !altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return
  event.preventDefault()
  move(name, key === 'ArrowUp' ? -1 : 1)
  // The browser takes the focus from what is moved in the document.
  const list = event.currentTarget.closest('[role=group]')
  requestAnimationFrame(() => list?.querySelector<HTMLElement>(`[data-pinned="${name}"]`)?.focus())
}
