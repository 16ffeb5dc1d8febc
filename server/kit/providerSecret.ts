import type { House } from './house.ts'
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
