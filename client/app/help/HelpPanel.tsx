import './help.css'
import { Button, Drawer, Skeleton } from '@mantine/core'
import { IconChecklist, IconList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWords } from '#client/kit/words.ts'
import { GuideText } from './GuideText.tsx'
import { useGuides, type Guide } from './guides.ts'
import { closeHelp, leaveHelp, openHelp, useHelp } from './help.ts'
import { useFirstDayHidden } from './useFirstDayHidden.ts'

/** The guide of a screen beside it, and from there all the others. */
export function HelpPanel() {
  const words = useWords().shell.help
  const help = useHelp()
  const { guides, isLoading } = useGuides()
  const guide = guides.find(({ name }) => name === help?.guide)
  return (
    <Drawer
      opened={help !== undefined}
      onClose={closeHelp}
      returnFocus={false}
      onExitTransitionEnd={leaveHelp}
      position="right"
      size={400}
      classNames={{ header: 'drawer-head', body: 'drawer-body' }}
      title={
        <span className="drawer-title">
          <span className="code">{words.label}</span>
          {guide?.title ?? words.all}
        </span>
      }
    >
      {isLoading ? <Skeleton height={180} radius="md" /> : guide ? <One guide={guide} /> : <All guides={guides} />}
    </Drawer>
  )
}

function One({ guide }: { guide: Guide }) {
  const words = useWords().shell.help
  return (
    <article className="guide">
      <GuideText text={guide.text} />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconList size={16} aria-hidden />}
        onClick={() => openHelp(undefined)}
      >
        {words.all}
      </Button>
      <p className="faint">{words.keys}</p>
    </article>
  )
}

function All({ guides }: { guides: readonly Guide[] }) {
  const words = useWords().shell.firstDay
  const [hidden, hide] = useFirstDayHidden()
  return (
    <>
      <ul className="guide-list">
        {guides.map(({ name, title }) => (
          <li key={name}>
            <button type="button" onClick={() => openHelp(name)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
      {hidden && (
        <Button
          component={Link}
          to="/"
          variant="default"
          size="sm"
          mt={14}
          leftSection={<IconChecklist size={16} aria-hidden />}
          onClick={() => {
            hide(false)
            closeHelp()
          }}
        >
          {words.show}
        </Button>
      )}
    </>
  )
}
