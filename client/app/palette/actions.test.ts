import { describe, expect, test } from 'vitest'
import { roles, type RoleName } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { swahili } from '#client/words/swahili.ts'
import { en } from '#client/words/en.ts'
import { router } from '../router.tsx'
import { actionsOf, actsForFarmer } from './actions.ts'
import { isMeant } from './matching.ts'

const inEnglish = { words: en, translate: (text: string) => text }
const inSwahili = { words: swahili.words, translate: swahili.translate }

const userIn = (role: RoleName, type: OrganisationType): SessionUser => ({
  id: '1',
  username: 'somebody',
  fullName: 'Some Body',
  language: 'en',
  totpEnabled: false,
  passkeyEnabled: false,
  secondFactorFirst: false,
  organisation: {
    id: '1',
    organisationCode: 'CF4100',
    organisationName: 'An organisation',
    organisationType: { id: organisationTypes[type].id, name: type },
  },
  roleId: { name: role, label: role, permissions: [...roles[role].permissions] },
})
const labels = (user: SessionUser, typed: string, naming: typeof inEnglish = inEnglish) =>
  actionsOf(user, naming)
    .filter(({ label, terms }) => isMeant(typed, label, terms))
    .map(({ label }) => label)

describe('what can be done is offered to whom it is allowed', () => {
  const checker = userIn('FCS_CHECKER', 'FARMER_SOCIETY')
  const maker = userIn('FCS_MAKER', 'FARMER_SOCIETY')
  const bank = userIn('BANK_CHECKER', 'COOPERATIVE_BANK')

  test('a checker approves, a maker makes and uploads', () => {
    expect(labels(checker, 'approve deliveries')).toEqual(['Approve deliveries', 'Approve delivery files'])
    expect(labels(maker, 'approve')).toEqual([])
    expect(labels(maker, 'delivery')).toEqual(['Create a cherry delivery', 'Upload a file: Cherry deliveries'])
    expect(labels(bank, 'loan')).toEqual(['Authorise loan requests'])
  })

  test('the same by what people call it in either language', () => {
    for (const typed of ['idhinisha matunda', 'review receipts', 'kagua uwasilishaji'])
      expect(labels(checker, typed)).toContain('Approve deliveries')
    expect(labels(checker, 'approve deliveries', inSwahili)).toContain('Idhinisha uwasilishaji')
    expect(labels(maker, 'omba mkopo')).toEqual(['Request a loan'])
  })

  test('for one farmer, what was typed comes first', () => {
    const says = (user: SessionUser, typed: string) => actsForFarmer(user, typed, inEnglish).map((act) => act.says)
    expect(says(maker, 'loan')).toEqual(['loan', 'statement'])
    expect(says(maker, 'mkopo')).toEqual(['loan', 'statement'])
    expect(says(maker, 'statement')).toEqual(['statement'])
    expect(says(maker, 'delivery')).toEqual(['delivery'])
    expect(says(checker, 'loan')).toEqual(['statement'])
    expect(says(bank, 'delivery')).toEqual([])
  })

  test('everything leads to an address of the router', () => {
    const known = Object.keys(router.routesByPath)
    const farmer = { id: '1', memberNumber: 'OT0001' }
    for (const user of [checker, maker, bank, userIn('ADMINISTRATOR', 'OPERATOR')]) {
      const acts = actsForFarmer(user, '', inEnglish).map(({ at }) => at(farmer))
      for (const { to } of [...actionsOf(user, inEnglish).map(({ at }) => at), ...acts]) expect(known).toContain(to)
    }
  })
})
