import { describe, expect, test } from 'vitest'
import { en } from '#client/words/en.ts'
import { sw } from '#client/words/sw.ts'
import { isMeant, splitFor } from './matching.ts'
import { actTerms, screenTerms, verbTerms } from './terms.ts'

describe('what is typed into the palette', () => {
  test.each([
    ['deliv', 'Deliveries', ''],
    ['approve deliveries', 'Approve deliveries', ''],
    ['review receipts', 'Approve deliveries', `${verbTerms.decide} ${screenTerms.cherryDeliveries} receipts`],
    ['IDHINISHA matunda', 'Approve deliveries', `${verbTerms.decide} ${screenTerms.cherryDeliveries}`],
    ['mkopo', 'Loan requests', screenTerms.loanRequests ?? ''],
    ['approve the loans', 'Approve loan requests', ''],
  ])('%s means %s', (typed, text, terms) => expect(isMeant(typed, text, terms)).toBe(true))

  test.each([
    ['deliveries approve', 'Loan requests'],
    ['of the', 'Loan requests'],
    ['uests', 'Farmers'],
  ])('%s does not mean %s', (typed, text) => expect(isMeant(typed, text)).toBe(false))

  test.each([
    ['loan for OT0138', 'loan', 'OT0138'],
    ['mkopo wa OT0138', 'mkopo', 'OT0138'],
    ['statement of account of Grace Njeri', 'statement of account', 'Grace Njeri'],
    ['Kikomo cha Wanjiku', 'Kikomo', 'Wanjiku'],
    ['delivery 0138', 'delivery', '0138'],
  ])('%s is %s, for %s', (typed, what, whom) => expect(splitFor(typed)).toEqual({ what, whom }))

  test.each(['OT0138', 'approve deliveries', 'loan for', 'Wanjiku'])('%s is for nobody', (typed) =>
    expect(splitFor(typed)).toBeUndefined(),
  )
})

test('everything that can be done is meant by its own name, in either language', () => {
  for (const { acts, actsFor } of [en.shell, sw.shell]) {
    for (const text of Object.values(acts)) expect(isMeant(text, text)).toBe(true)
    for (const of of Object.values(actsFor)) expect(splitFor(of('OT0138'))?.whom).toBe('OT0138')
  }
  const nameless = Object.keys(actTerms).filter((name) => !(name in en.shell.acts) && !(name in en.shell.actsFor))
  expect(nameless).toEqual([])
})
