import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { areasFor } from './menu.ts'
import { usePinned } from './pinned.ts'

type PinProps = { name: ScreenName; label: string; className: string; byKeyboard: boolean }

function Pin({ name, label, className, byKeyboard }: PinProps) {
  const { isPinned, toggle } = usePinned()
  const Icon = isPinned(name) ? IconPinFilled : IconPin
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={className}
        variant="subtle"
        color="gray"
        size={26}
        aria-label={label}
        aria-pressed={isPinned(name)}
        tabIndex={byKeyboard ? 0 : -1}
        onClick={() => toggle(name)}
      >
        <Icon size={15} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Pins an entry of the menu or lets it go. The keyboard does it from the entry itself, so that the menu has no second row of stops. */
export function PinEntry({ name }: { name: ScreenName }) {
  const words = useWords().shell
  const { isPinned } = usePinned()
  const label = (isPinned(name) ? words.pin.unpin : words.pin.pin)(words.screens[name])
  return <Pin name={name} label={label} className="nav-pin" byKeyboard={false} />
}

/** Pins the screen where one is; nothing for a record and for what the menu does not know. */
export function PinHere() {
  const words = useWords().shell.pin
  const user = useUser()
  const { isPinned } = usePinned()
  const { screen } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const isKnown = areasFor(user).some(({ screens }) => screens.some(({ name }) => name === screen))
  if (!screen || !isKnown) return null
  return (
    <Pin name={screen} label={isPinned(screen) ? words.unpinHere : words.pinHere} className="pin-here" byKeyboard />
  )
}
