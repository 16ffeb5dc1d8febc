import './app/css/mantine.css'
import './app/css/tokens.css'
import './app/css/fonts.css'
import './app/css/base.css'
import './app/css/shell.css'
import './app/css/page.css'
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
import { firstLanguage, speak } from './kit/words.ts'

// Scroll locking of dialogs writes a style element, which the CSP lets through with this nonce only.
setNonce(nonce())
const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
// A dictionary that does not arrive must not keep the product from starting; English is always here.
await speak(firstLanguage()).catch(() => speak('en'))
leadToSignIn(router)
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
offerUpdates()
