import { Burger } from '@mantine/core'
import { LanguageMenu } from '#client/kit/LanguageMenu.tsx'
import { ThemeToggle } from '#client/kit/ThemeToggle.tsx'
import { useWords } from '#client/kit/words.ts'
import { Bell } from '#client/inbox/Bell.tsx'
import { Crumbs } from './Crumbs.tsx'
import { HelpButton } from './help/HelpButton.tsx'
import { JobsTray } from './JobsTray.tsx'
import { PinHere } from './menu/PinButton.tsx'
import { SaleClock } from './SaleClock.tsx'

/** Where one is, and what concerns every screen: language, theme and running uploads. */
export function TopBar({ menuOpen, narrow, onMenu }: { menuOpen: boolean; narrow: boolean; onMenu: () => void }) {
  const words = useWords().shell
  return (
    <>
      <div className="top-left">
        <Burger
          className="only-drawer"
          size="sm"
          opened={menuOpen}
          onClick={onMenu}
          aria-label={words.menu}
          aria-expanded={menuOpen}
        />
        <Crumbs />
        <PinHere />
      </div>
      <div className="top-right">
        {!narrow && <SaleClock />}
        <LanguageMenu />
        <ThemeToggle />
        <JobsTray />
        <Bell />
        <HelpButton />
      </div>
    </>
  )
}
