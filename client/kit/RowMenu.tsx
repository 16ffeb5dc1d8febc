import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from './words.ts'

/** The menu of a row. Its button alone until it is first used: every row has one, and hardly any is opened. */
export function RowMenu({ title, children }: { title: string; children: ReactNode }) {
  const words = useWords().lists
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const button = {
    variant: 'subtle',
    color: 'gray',
    'aria-label': words.rowMenu(title),
    children: <IconDots size={18} aria-hidden />,
  }
  const openFirst = () => {
    flushSync(() => setOpened(false))
    // The menu gives the focus back to who had it as it opened, which must be its own button and not the one before it.
    target.current?.focus()
    setOpened(true)
  }
  if (opened === undefined)
    return <ActionIcon {...button} aria-haspopup="menu" aria-expanded={false} onClick={openFirst} />
  return (
    <Menu width={250} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
