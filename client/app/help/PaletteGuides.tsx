import { Spotlight } from '@mantine/spotlight'
import { IconHelp } from '@tabler/icons-react'
import { useWords } from '#client/kit/words.ts'
import { useGuides } from './guides.ts'
import { openHelp } from './help.ts'

const most = 5
const atLeast = 2

/** Help pages whose title or text holds what was typed into the command palette; titles first. */
export function PaletteGuides({ query }: { query: string }) {
  const words = useWords().shell.help
  const wanted = query.trim().toLowerCase()
  const { guides } = useGuides(wanted.length >= atLeast)
  if (wanted.length < atLeast) return null
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  const inTitle = guides.filter(({ title }) => holds(title))
  const inText = guides.filter(({ title, text }) => !holds(title) && holds(text.replaceAll('**', '')))
  const found = [...inTitle, ...inText].slice(0, most)
  if (found.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.label}>
      {found.map(({ name, title }) => (
        <Spotlight.Action
          key={name}
          label={words.guideTo(title)}
          leftSection={<IconHelp size={18} stroke={1.6} aria-hidden />}
          onClick={() => openHelp(name)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}
