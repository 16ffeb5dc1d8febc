import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { menuFor } from './menu.ts'
import { usePinned, type Pins } from './pinned.ts'

const iconOf = (isPinned: boolean) => {
  const Icon = isPinned ? IconPinFilled : IconPin
  return <Icon size={15} stroke={1.6} aria-hidden />
}

/**
 * Pins an entry of the menu or lets it go. The keyboard does it from the entry itself, so that the menu has no second row of stops.
 * A plain button: every entry has one, it shows where the pointer is, and hardly any is used.
 */
export function PinEntry({ pins, name }: { pins: Pins; name: ScreenName }) {
  const words = useWords().shell
  const isPinned = pins.isPinned(name)
  const label = (isPinned ? words.pin.unpin : words.pin.pin)(words.screens[name])
  return (
    <button
      type="button"
      className="nav-pin"
      title={label}
      aria-label={label}
      aria-pressed={isPinned}
      tabIndex={-1}
      onClick={() => pins.toggle(name)}
    >
      {iconOf(isPinned)}
    </button>
  )
}

/** Pins the screen where one is; nothing for a record and for what the menu does not know. */
export function PinHere() {
  const words = useWords().shell.pin
  const user = useUser()
  const { isPinned, toggle } = usePinned()
  const { screen } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const entries = menuFor(user).flatMap((group) => group.entries)
  const isKnown = entries.some(({ tabs }) => tabs.some(({ name }) => name === screen))
  if (!screen || !isKnown) return null
  const label = isPinned(screen) ? words.unpinHere : words.pinHere
  return (
    <Tooltip label={label}>
      <ActionIcon
        className="pin-here"
        variant="subtle"
        color="gray"
        size={26}
        aria-label={label}
        aria-pressed={isPinned(screen)}
        onClick={() => toggle(screen)}
      >
        {iconOf(isPinned(screen))}
      </ActionIcon>
    </Tooltip>
  )
}
