/// <reference types="vite-plugin-pwa/vanillajs" />
import { registerSW } from 'virtual:pwa-register'
import { showMessage } from '#client/kit/messages.ts'
import { currentWords } from '#client/kit/words.ts'

/** Keeps the shell for a fast and offline start, and says when a newer one is ready. */
export function offerUpdates() {
  if (!import.meta.env.PROD) return
  const update = registerSW({
    onNeedRefresh: () => {
      const { updateReady, updateNow } = currentWords().messages
      showMessage({ tone: 'info', text: updateReady, action: { label: updateNow, run: () => void update() } })
    },
  })
}
