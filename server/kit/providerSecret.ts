import type { House } from './house.ts'
import { isListed, isThisMachine } from './networks.ts'
import { seal, unseal } from './secretBox.ts'

type Sealing = Pick<House, 'config'>
type Owner = { code: string; issuer: string }

const nameOf = ({ code, issuer }: Owner): string => `provider ${code} ${issuer}`

/** The secret that a provider knows us by, as it is kept: with another organisation or another address it does not open. */
export const sealProviderSecret = ({ config }: Sealing, owner: Owner, secret: string): string =>
  seal(config, nameOf(owner), secret)

/** The same, opened. */
export const openProviderSecret = ({ config }: Sealing, owner: Owner, sealed: string): string =>
  unseal(config, nameOf(owner), sealed)

/** Whether the operator lets this server ask a provider at an address: its host is listed, or it is this machine. */
export function mayAsk({ config }: Pick<House, 'config'>, address: string): boolean {
  const { hostname } = new URL(address)
  return isThisMachine(hostname) || isListed(hostname, config.providerHosts)
}
