import { expect, test } from 'vitest'
import { formats } from '../format.ts'
import { en } from '#client/words/en.ts'
import { sw } from '#client/words/sw.ts'
import { inSwahili } from '#client/words/swahili.ts'
import { sentenceFrom } from './headlines.ts'
import type { SelectedRecord } from './selection.ts'
import { stakeOf } from './stake.ts'

const delivery = (name: string, member: string, kilograms: number): SelectedRecord => ({
  id: `${name}-${kilograms}`,
  version: 1,
  title: name,
  steps: {},
  headline: { says: 'bookDelivery', name, member, kilograms },
})

test('many deliveries translate their kilograms, members and the largest, and name the one that stands out', () => {
  const sum = stakeOf([
    delivery('Grace', 'OT1', 20),
    delivery('Grace', 'OT1', 22),
    delivery('Peter', 'OT2', 18.5),
    delivery('Jane', 'OT3', 87.5),
  ])
  expect(sum).toMatchObject({ records: 4, says: 'bookDelivery', members: 3, kilograms: 148, largest: 87.5, entries: 0 })
  expect(sum.unusual).toEqual([{ id: 'Jane-87.5', title: 'Jane', value: 87.5 }])
})

test('among three nothing is unusual, and files count the rows that become records', () => {
  expect(stakeOf([delivery('A', '1', 1), delivery('B', '2', 1), delivery('C', '3', 90)]).unusual).toEqual([])
  const file = (count: number): SelectedRecord => ({
    ...delivery('f', '', 0),
    headline: { says: 'registerFarmers', count, leftOut: 2 },
  })
  expect(stakeOf([file(3), file(4)])).toMatchObject({ entries: 7, members: 0, measure: undefined, unusual: [] })
})

test('records of several kinds are not called by the noun of one', () => {
  const loan: SelectedRecord = { ...delivery('L', '9', 0), headline: { says: 'lend', amount: 1500, member: '9' } }
  expect(stakeOf([loan, delivery('A', '1', 5)])).toMatchObject({ says: undefined, amount: 1500, kilograms: 5 })
})

test('a headline has its plural and what is left out, in both languages', () => {
  const english = { words: en, translate: (text: string) => text, format: formats('en') }
  const swahili = { words: sw, translate: inSwahili, format: formats('sw') }
  const one = { says: 'registerFarmers', count: 1, leftOut: 5 } as const
  expect(sentenceFrom(one, english)).toBe('Register 1 farmer, 5 left out')
  expect(sentenceFrom({ ...one, count: 1250, leftOut: 0 }, english)).toBe('Register 1,250 farmers')
  expect(sentenceFrom(one, swahili)).toBe('Sajili mkulima 1, safu 5 zimeachwa nje')
  const invitation = { says: 'inviteUser', name: 'Jane Muthoni', what: 'Society checker', at: 'Othameru' } as const
  expect(sentenceFrom(invitation, english)).toBe('Invite a society checker at Othameru: Jane Muthoni')
})
