import { z } from 'zod'
import { isNetwork, isThisMachine, type Listening } from './kit/networks.ts'

const networks = new Set(['loopback', 'linklocal', 'uniquelocal'])
const dataUnits: Record<string, number> = { '': 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** A whole number within bounds. */
export function wholeNumber(name: string, least: number, most: number) {
  const error = `${name} must be a whole number from ${least} to ${most}.`
  return z
    .string()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
}

/** A list of addresses and networks. */
export function addresses(name: string, whose: 'proxies' | 'machines') {
  const isRight = (entry: string): boolean => networks.has(entry) || isNetwork(entry)
  return z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isRight), {
      error: `${name} must list addresses or networks of ${whose}, such as 10.0.0.5, 10.1.0.0/16 or loopback.`,
    })
}

/** A list of names of hosts. */
export function hosts(name: string, example: string) {
  return z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
    .refine((list) => list.every((entry) => /^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?$|^\[[\da-f:.]+\]$/.test(entry)), {
      error: `${name} must list names of hosts without scheme and port, such as ${example}.`,
    })
}

/** 1 or 0. */
export function yesOrNo(name: string) {
  return z
    .enum(['1', '0', 'true', 'false'], { error: `${name} must be 1 or 0.` })
    .transform((value) => value === '1' || value === 'true')
}

/** A size such as 50MB, in bytes. */
export function dataSize(name: string) {
  const error = `${name} must be a size such as 52428800 or 50MB.`
  return z
    .string()
    .regex(/^\d{1,12} ?([kmg]b)?$/i, { error, abort: true })
    .transform((value) => {
      const [, digits, unit] = /^(\d+) ?(\w*)$/.exec(value.toLowerCase()) ?? []
      return Number(digits) * (dataUnits[unit ?? ''] ?? 1)
    })
    .refine((value) => value > 0, { error })
}

/** A key never leaves without TLS, unless for the same machine. */
export function keepsSecrets(value: string): boolean {
  const address = URL.parse(value)
  return address?.protocol === 'https:' || (address?.protocol === 'http:' && isThisMachine(address.hostname))
}

/** An address of one of these schemes. */
export function url(name: string, protocols: string[], example: string) {
  const isRight = (value: string): boolean => protocols.includes(URL.parse(value)?.protocol ?? '')
  return z.string().refine(isRight, { error: `${name} must be an address such as ${example}.` })
}

/** Where a program listens: `clamd.example:3310`, or `/run/clamav/clamd.ctl`. */
export function listening(name: string, example: string) {
  const error = `${name} must be a name and a port such as ${example}, or the path of a socket.`
  return z
    .string()
    .regex(/^(?:\/[^\0]+|(?:[a-zA-Z\d.-]+|\[[\da-fA-F:.]+\]):\d{1,5})$/, { error })
    .transform((text): Listening => {
      if (text.startsWith('/')) return { path: text }
      const at = text.lastIndexOf(':')
      return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
    })
    .refine((to) => 'path' in to || to.port <= 65_535, { error })
}

/** A key of the house: 32 bytes. */
export function houseKey(name: string) {
  return z
    .string()
    .refine((value) => Buffer.from(value, 'base64').length === 32, {
      error: `${name} must be 32 random bytes in base64, as openssl rand -base64 32 makes them.`,
    })
    .transform((value) => Buffer.from(value, 'base64'))
}
