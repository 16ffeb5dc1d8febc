import type { Chance } from '../../db/seed/chance.ts'
import type { Schema } from '#contract/kit/schemas.ts'

// Texts that have broken programs: SQL, markup, paths, formats, signs, other alphabets, halves of characters.
const hostile = [
  `' or '1'='1`,
  `'; drop table farmers; --`,
  `1) union select password_hash from users --`,
  `$1`,
  `%s%n%x`,
  `\${7*7}{{7*7}}`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `=HYPERLINK("http://x")`,
  `../../../../etc/passwd`,
  `file:///etc/passwd`,
  `\u0000`,
  `a\u0000b`,
  `\ud800`,
  `\u202Etxet`,
  `Mũrang'a ☕️ 👩🏾‍🌾`,
  `ﬀ ß İ ı`,
  `__proto__`,
  `constructor`,
  `1e309`,
  `-0`,
  `NaN`,
  `0x1F`,
  `9007199254740993`,
  `99999999999999999999`,
  `2026-02-30`,
  `true`,
  `null`,
  `[object Object]`,
  `%`,
  `_`,
  `\\`,
  `,`,
  `:`,
  `a:b,c:d`,
]
const oddNumbers = [0, -1, 1, 2, 1.5, -0, 1e15, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, 1e300]
const otherKinds = [null, true, false, [], {}, [[[[]]]], '', ' ', 0, -1, '7', { $gt: '' }, ['a', 'b'], { length: 1e9 }]

export type Inventing = { chance: Chance; ids: readonly string[]; named: Readonly<Record<string, readonly unknown[]>> }

/** A value for a schema: mostly as the schema has it, now and then anything else. */
export function inventValue(schema: Schema, name: string, inventing: Inventing, oddly = 0.12): unknown {
  const { chance, ids, named } = inventing
  if (chance.happens(oddly)) return oddValue(inventing)
  const known = Object.hasOwn(named, name) ? named[name] : undefined
  if (known && chance.happens(0.7)) return chance.pick(known)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return inventValue(chance.pick(options) as Schema, name, inventing, oddly)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  if (schema.type === 'object') return inventObject(schema, inventing, oddly)
  if (schema.type === 'array') {
    const length = chance.happens(0.03) ? 200 : chance.between(0, 3)
    return Array.from({ length }, () => inventValue((schema.items ?? {}) as Schema, name, inventing, oddly))
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return chance.happens(0.3) ? chance.pick(oddNumbers) : chance.between(0, 30)
  if (schema.type === 'boolean') return chance.happens(0.5)
  if (schema.format === 'uuid') return chance.pick(ids)
  return chance.happens(0.4) ? chance.pick(hostile) : 'abcdefgh'.slice(0, chance.between(1, 8))
}

function inventObject(schema: Schema, inventing: Inventing, oddly: number): Record<string, unknown> {
  const { chance } = inventing
  const value: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(key)
    if (chance.happens(isRequired ? 0.97 : 0.4)) value[key] = inventValue(property as Schema, key, inventing, oddly)
  }
  const values = schema.additionalProperties
  if (typeof values === 'object' && !schema.properties)
    for (const key of ['mobileNumber', chance.pick(hostile)])
      value[key] = inventValue(values as Schema, key, inventing, oddly)
  if (chance.happens(0.08)) value[chance.pick(hostile)] = oddValue(inventing)
  return value
}

function oddValue({ chance }: Inventing): unknown {
  const kind = chance.between(1, 20)
  if (kind === 1) return 'x'.repeat(chance.pick([101, 501, 5_000, 200_000]))
  if (kind === 2) return deep(chance.pick([20, 2_000]))
  if (kind <= 9) return chance.pick(hostile)
  if (kind <= 12) return chance.pick(oddNumbers)
  return chance.pick(otherKinds)
}

function deep(levels: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** Bytes for an upload: a right table, a damaged one, or no table at all. */
export function inventFile({ chance }: Inventing, right: () => string): { name: string; bytes: Buffer } {
  const name = chance.pick(['members.csv', 'members.xlsx', 'a.exe', '../../x.csv', 'ũ☕.csv', '.csv', 'x'.repeat(300)])
  const kind = chance.between(1, 6)
  if (kind === 1) return { name, bytes: Buffer.from(Array.from({ length: 400 }, () => chance.between(0, 255))) }
  if (kind === 2) return { name, bytes: Buffer.from('PK\u0003\u0004broken') }
  if (kind === 3) return { name, bytes: Buffer.from('') }
  const bytes = Buffer.from(right())
  if (kind === 4) for (let n = 0; n < 5; n += 1) bytes[chance.between(0, bytes.length - 1)] = chance.between(0, 255)
  return { name, bytes }
}
