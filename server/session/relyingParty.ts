import { isIP } from 'node:net'
import { isThisMachine } from '#server/kit/networks.ts'
import type { House } from '#server/kit/house.ts'
import type { RequestFacts } from '#server/kit/web/serve.ts'

type Asked = { house: Pick<House, 'config'>; request: Pick<RequestFacts, 'host'> }

/** Whom passkeys are made for: the name that a device binds them to, and the addresses of pages that may ask for them. */
type RelyingParty = { id: string; origins: string[] }

/**
 * The name comes from PUBLIC_URL. Without it only this very machine is believed: a name that somebody sends along may be anybody's.
 * Null where no passkey can be, as at an address of numbers.
 */
export function relyingPartyOf({ house, request }: Asked): RelyingParty | null {
  const { publicUrl } = house.config
  const address = URL.parse(publicUrl ?? `http://${request.host}`)
  if (!address || isIP(address.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  if (publicUrl) return { id: address.hostname, origins: [address.origin] }
  if (address.hostname !== 'localhost') return null
  return { id: 'localhost', origins: [address.origin, `https://${address.host}`] }
}

/** Where people open this product: PUBLIC_URL, else an address of this very machine. */
export function originOf({ house, request }: Asked): string | null {
  const { publicUrl } = house.config
  if (publicUrl) return new URL(publicUrl).origin
  const address = URL.parse(`http://${request.host}`)
  return address && isThisMachine(address.hostname) ? address.origin : null
}
