import { Tooltip, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useFormat } from '#client/kit/format.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { isUnder, menuFor, type Entry, type Group } from './menu.ts'
import { useWaiting } from './useWaiting.ts'
import { WaitingCount } from './WaitingCount.tsx'

/** The groups of the menu, which fold; what is folded is remembered for each user of this browser. */
export function MenuGroups({ rail }: { rail: boolean }) {
  const user = useUser()
  const here = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const [kept, keep] = useLocalStorage<string[]>({
    key: `kahawa.menu.${user.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const folded = Array.isArray(kept) ? kept : []
  const list = useRef<HTMLDivElement>(null)
  const groups = menuFor(user)
  const active = groups.flatMap(({ entries }) => entries).find((entry) => isUnder(entry, here))?.name
  // The active entry is always in sight, also after a jump by the palette or a link.
  useEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' })
  }, [active, rail])
  return (
    <div className="nav-scroll" ref={list}>
      {groups.map((group) => (
        <MenuGroup
          key={group.name ?? ''}
          group={group}
          active={active}
          rail={rail}
          folded={group.name !== undefined && folded.includes(group.name)}
          onFold={(name) => keep(folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name])}
        />
      ))}
    </div>
  )
}

type MenuGroupProps = {
  group: Group
  active: string | undefined
  rail: boolean
  folded: boolean
  onFold: (name: string) => void
}

function MenuGroup({ group: { name, entries }, active, rail, folded, onFold }: MenuGroupProps) {
  const words = useWords().shell
  const waitingAt = useWaiting()
  const items = (shown: readonly Entry[]) =>
    shown.map((entry) => (
      <MenuItem key={entry.name} entry={entry} active={entry.name === active} rail={rail} waiting={waitingAt(entry)} />
    ))
  if (!name || (entries.length === 1 && !rail)) return items(entries)
  if (rail)
    return (
      <div role="group" aria-label={words.areas[name]}>
        {items(entries)}
      </div>
    )
  const waiting = entries.reduce((sum, entry) => sum + waitingAt(entry), 0)
  // Folded away is not gone: where one is stays in sight, and what waits is counted beside the name.
  const shown = folded ? entries.filter((entry) => entry.name === active) : entries
  return (
    <div role="group" aria-label={words.areas[name]}>
      <UnstyledButton className="nav-label" aria-expanded={!folded} onClick={() => onFold(name)}>
        <span>{words.areas[name]}</span>
        {folded && <WaitingCount waiting={waiting} />}
        <IconChevronDown size={14} aria-hidden className={folded ? 'turned' : undefined} />
      </UnstyledButton>
      {items(shown)}
    </div>
  )
}

type MenuItemProps = { entry: Entry; active: boolean; rail: boolean; waiting: number }

function MenuItem({ entry: { name, to, Icon }, active, rail, waiting }: MenuItemProps) {
  const words = useWords().shell
  const format = useFormat()
  const label = words.screens[name]
  const link = (
    <Link
      className={active ? 'nav-item active' : 'nav-item'}
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      <Icon size={rail ? 20 : 17} stroke={1.6} aria-hidden />
      <span className={rail ? 'sr' : undefined}>{label}</span>
      <WaitingCount waiting={waiting} />
    </Link>
  )
  if (!rail) return link
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
