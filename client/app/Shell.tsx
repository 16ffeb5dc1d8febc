import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useOnce } from '#client/kit/forms/once.ts'
import { PlacesContext } from '#client/kit/places/places.ts'
import { useCodeRequested } from '#client/kit/forms/stepUp.ts'
import { refreshLists } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { FirstDayPlace } from './help/FirstDayPlace.tsx'
import { useHelp } from './help/help.ts'
import { LoadBar } from './LoadBar.tsx'
import { PreviewBanner } from './PreviewBanner.tsx'
import { places } from './records.ts'
import { RelatedTabs } from './menu/RelatedTabs.tsx'
import { SaleClock } from './SaleClock.tsx'
import { Sidebar } from './menu/Sidebar.tsx'
import { TopBar } from './TopBar.tsx'

const Palette = lazy(() => import('./palette/Palette.tsx').then((chunk) => ({ default: chunk.Palette })))

const HelpPanel = lazy(() => import('./help/HelpPanel.tsx').then((chunk) => ({ default: chunk.HelpPanel })))

const OnceDialog = lazy(() =>
  import('#client/kit/forms/OnceDialog.tsx').then((chunk) => ({ default: chunk.OnceDialog })),
)

const StepUpDialog = lazy(() =>
  import('#client/kit/forms/StepUpDialog.tsx').then((chunk) => ({ default: chunk.StepUpDialog })),
)

/** Below 1200 px the menu is a rail that opens over the page; below 700 px it is a drawer. The same stands in shell.css. */
const belowFull = '(max-width: 74.99em)'
const belowRail = '(max-width: 43.74em)'

/** The frame around every screen: menu, top bar, command palette and the screen itself. */
export function Shell() {
  const words = useWords().shell
  const router = useRouter()
  const [menuOpen, menu] = useDisclosure()
  const [paletteOpen, setPaletteOpen] = useState(false)
  const small = useMediaQuery(belowFull, false, { getInitialValueInEffect: false })
  const drawer = useMediaQuery(belowRail, false, { getInitialValueInEffect: false })
  const once = useOnce()
  const codeRequested = useCodeRequested()
  const helpOpen = useHelp() !== undefined
  const [helpOpened, setHelpOpened] = useState(false)
  if (helpOpen && !helpOpened) setHelpOpened(true)
  const covered = small && menuOpen
  const search = () => {
    setPaletteOpen(true)
    menu.close()
    void import('./palette/Palette.tsx').then(({ openPalette }) => openPalette())
  }
  useHotkeys(
    [
      ['mod+K', search],
      ['Escape', menu.close],
    ],
    [],
  )
  // A new screen starts at its top for keyboards and screen readers too.
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, hrefChanged, fromLocation }) => {
        menu.close() // also of the screen where one is
        if (!fromLocation) return
        // Who opens the very screen that stands open wants to see what is new.
        if (!hrefChanged) void refreshLists()
        if (!pathChanged) return
        document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [menu, router],
  )
  return (
    <PlacesContext value={places}>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <LoadBar />
      <div className="shell">
        <nav className={menuOpen ? 'nav open' : 'nav'} aria-label={words.mainMenu} inert={drawer && !menuOpen}>
          <Sidebar rail={small && !drawer && !menuOpen} onSearch={search} onOpen={menu.open} onClose={menu.close} />
        </nav>
        {/* Esc and the button of the menu close it by keyboard. */}
        {covered && (
          <button type="button" className="nav-veil" tabIndex={-1} aria-label={words.closeMenu} onClick={menu.close} />
        )}
        <div className="stage" inert={covered}>
          <header className="top">
            <TopBar menuOpen={menuOpen} narrow={drawer === true} onMenu={menu.open} />
          </header>
          {drawer && <SaleClock strip />}
          <PreviewBanner />
          <main className="main" id="main" tabIndex={-1}>
            <RelatedTabs />
            <FirstDayPlace />
            <Outlet />
          </main>
        </div>
      </div>
      {once && (
        <Suspense>
          <OnceDialog />
        </Suspense>
      )}
      {codeRequested && (
        <Suspense>
          <StepUpDialog />
        </Suspense>
      )}
      {helpOpened && (
        <Suspense>
          <HelpPanel />
        </Suspense>
      )}
      {paletteOpen && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </PlacesContext>
  )
}
