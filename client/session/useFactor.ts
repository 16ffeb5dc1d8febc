import { useEffect, useState } from 'react'
import type { PasskeyProof, PasskeyRequest } from '#contract/kit/webauthn.ts'
import type { CallRefused } from '#client/kit/call.ts'
import { browserHasPasskeys, signWithPasskey } from '#client/kit/forms/passkey.ts'
import { useWords } from '#client/kit/words.ts'

/** The ways of the second factor: a code of the app, and what a passkey is to sign. */
type Ways = { app: boolean; passkey: PasskeyRequest | null }

/** What the door wants after the first proof: which second factor, what went wrong, and how long to wait. */
export function useFactor() {
  const words = useWords().session
  const [ways, setWays] = useState<Ways | null>(null)
  const [onDevice, setOnDevice] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Seconds that were announced, and those that are left: a screen reader reads the first once, not every second. */
  const [wait, setWait] = useState({ announced: 0, left: 0 })
  // Counts the waiting time down, second by second.
  useEffect(() => {
    if (wait.left <= 0) return
    const timer = setTimeout(() => setWait({ ...wait, left: wait.left - 1 }), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  return {
    ways,
    onDevice,
    problem,
    wait,
    setProblem,
    /** Takes a refusal in. To be asked for the second factor is no mistake of the user. */
    refused: ({ code, message, details }: CallRefused) => {
      if (code === 'session.code_required') setWays(waysOf(details))
      else setProblem(message)
      const seconds = Number(details['retryAfter'] ?? 0)
      setWait({ announced: seconds, left: seconds })
    },
    /** Lets a passkey sign, and sends what it signed. */
    sign: async (request: PasskeyRequest, send: (passkey: PasskeyProof) => void) => {
      setProblem(null)
      setOnDevice(true)
      const passkey = await signWithPasskey(request)
      setOnDevice(false)
      if (passkey) send(passkey)
      else setProblem(words.passkeyNotUsed)
    },
    forget: () => {
      setWays(null)
      setProblem(null)
    },
  }
}

// border: what the refusal of the sign-in carries; a browser without passkeys offers none.
const waysOf = (details: Record<string, unknown>): Ways => ({
  app: details['app'] !== false,
  passkey: browserHasPasskeys() ? ((details['passkey'] ?? null) as PasskeyRequest | null) : null,
})
