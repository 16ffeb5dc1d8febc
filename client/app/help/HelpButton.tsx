import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useWords } from '#client/kit/words.ts'
import { guideFor, openHelp } from './help.ts'

/** Opens the guide of the screen that is shown. */
export function HelpButton() {
  const words = useWords().shell
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={words.help.open}
      title={words.help.open}
      onClick={() => openHelp(guideFor(place))}
    >
      <IconHelp size={19} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
