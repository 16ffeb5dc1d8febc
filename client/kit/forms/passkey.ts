import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '#contract/kit/webauthn.ts'

/** Whether this browser has passkeys at all: it may be old, or the page not come by a safe way. */
export const browserHasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Lets a device make a passkey. Null when the person, the device or the browser did not go through with it. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await startRegistration({ optionsJSON }).catch(notDone)
  if (!made) return null
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return {
    id: made.id,
    rawId: made.rawId,
    type: made.type,
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Lets one of the named passkeys sign. Null as above. */
export async function signWithPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyProof | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const signed = await startAuthentication({ optionsJSON }).catch(notDone)
  if (!signed) return null
  const { clientDataJSON, authenticatorData, signature } = signed.response
  return {
    id: signed.id,
    rawId: signed.rawId,
    type: signed.type,
    response: { clientDataJSON, authenticatorData, signature },
  }
}

// The browser does not say why, so that no page learns which devices somebody has: cancelled, timed out and not there are one.
const notDone = (): null => null
