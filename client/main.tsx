import './app/css/mantine.css'
import './app/css/tokens.css'
import './app/css/fonts.css'
import './app/css/base.css'
import './app/css/menu.css'
import './app/css/shell.css'
import './app/css/messages.css'
import './app/css/page.css'
import './app/css/status.css'
import './app/css/table.css'
import './app/css/dialog.css'
import './app/css/review.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { nonce } from './app/nonce.ts'
import { offerUpdates } from './app/offerUpdates.ts'
import { router } from './app/router.tsx'
import { leadToSignIn } from './app/signOut.ts'
import { applyDensity } from './kit/lists/rowsOnPage.ts'
import { answered } from './kit/queries.ts'
import { NotAllowed } from './kit/places/notAllowed.ts'
import { firstLanguage, switchLanguage } from './kit/words.ts'

// Scroll locking of dialogs writes a style element, which the CSP lets through with this nonce only.
setNonce(nonce())
const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
leadToSignIn(router)
void start(place)

/** Not awaited by the module itself: the screens import what lies in the same file as it, and would wait for it. */
async function start(at: HTMLElement) {
  applyDensity()
  // A dictionary that does not arrive must not keep the product from starting; what the door says in English is always here.
  if (firstLanguage() === 'sw') await switchLanguage('sw').catch(() => {})
  // Drawn once, when the first screen is there; what goes wrong on the way is shown by the screen of errors.
  await router.load().catch(() => {})
  // What its loader asked for is about to come: without its rows the screen would be drawn twice. A slow answer is not waited for.
  await answered(100)
  const tell = (error: unknown) => {
    // A role that does not open a screen is no fault: the screen says so.
    // oxlint-disable-next-line no-console -- as React itself does it
    if (!(error instanceof NotAllowed)) console.error(error)
  }
  createRoot(at, { onCaughtError: tell }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  // Filling the cache of the next visit must not slow this one down.
  if ('requestIdleCallback' in window) requestIdleCallback(offerUpdates)
  else setTimeout(offerUpdates, 1000)
}
