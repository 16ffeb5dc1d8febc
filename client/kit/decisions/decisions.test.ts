import { describe, expect, it } from 'vitest'
import { farmerUploadFlow } from '#contract/farmers/farmerUploads.ts'
import { roles } from '#contract/house/permissions.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { decides } from './actor.ts'
import { loanRequestFlow } from '#contract/loans/loanFlow.ts'
import { parchmentFlow } from '#contract/parchment/parchmentFlow.ts'
import { CallRefused } from '../call.ts'
import {
  decidingStep,
  selectable,
  reasonOf,
  reasonsAgainst,
  stateFor,
  stepsToShow,
  takeMany,
  type Outcome,
} from './decisions.ts'

const row = (steps: Record<string, string | null>) => ({ id: 'a', version: 1, steps })
const user = (role: 'FCS_CHECKER' | 'FCS_MAKER', type = 1): SessionUser => ({
  id: 'u',
  username: 'u',
  fullName: 'U',
  language: 'en',
  totpEnabled: false,
  passkeyEnabled: false,
  secondFactorFirst: false,
  organisation: {
    id: 'o',
    organisationCode: 'CF4100',
    organisationName: 'Othaya',
    organisationType: { id: type, name: 'FARMER_SOCIETY' },
  },
  roleId: { name: role, label: roles[role].label, permissions: [...roles[role].permissions] },
})

describe('what a row offers', () => {
  it('shows a decision with its reason, and hides the steps of the maker from others', () => {
    const shown = stepsToShow(
      farmerUploadFlow,
      row({ approve: 'own_submission', decline: null, send: 'not_the_maker' }),
    )
    expect(shown.map(({ step, refused }) => [step.name, refused])).toEqual([
      ['approve', 'own_submission'],
      ['decline', null],
    ])
  })
  it('offers a correction only to whoever it is asked of', () => {
    const names = (amend: string | null) =>
      stepsToShow(parchmentFlow, row({ approve: 'organisation.not_allowed', amend })).map(({ step }) => step.name)
    expect(names(null)).toEqual(['approve', 'amend'])
    for (const refused of ['role.not_allowed', 'organisation.not_allowed', 'permission.missing', 'step.wrong_state'])
      expect(names(refused)).toEqual(['approve'])
  })
  it('locks a record of one’s own and leaves out one that has moved on', () => {
    expect(selectable(farmerUploadFlow, row({ approve: null, decline: null }))).toBe('yes')
    expect(selectable(farmerUploadFlow, row({ approve: 'own_submission', decline: 'own_submission' }))).toBe('own')
    expect(selectable(farmerUploadFlow, row({ approve: 'step.wrong_state' }))).toBe('no')
  })
  it('says why nothing can be done where the record stands, not what is refused in other states', () => {
    const approved = { status: { id: 1, statusName: 'APPROVED' } }
    const [elsewhere, own] = ['step.wrong_state', 'own_submission']
    const loan = { ...row({ approve: elsewhere, reject: elsewhere, authorize: own, decline: own }), ...approved }
    expect(reasonsAgainst(loanRequestFlow, loan)).toEqual([reasonOf(own)])
    const unknown = row({ approve: elsewhere, reject: elsewhere })
    expect(reasonsAgainst(loanRequestFlow, unknown)).toEqual([reasonOf(elsewhere)])
  })
  it('says the reason in the words of the catalogue', () => {
    expect(reasonOf('own_submission')).toContain('someone else must decide')
    expect(reasonOf(null)).toBe('')
  })
})

describe('a workflow on the screen', () => {
  it('finds the steps behind the keys a and r', () => {
    const open = row({ approve: null, decline: null })
    expect(decidingStep(farmerUploadFlow, 'main', open)?.name).toBe('approve')
    expect(decidingStep(farmerUploadFlow, 'danger', open)?.name).toBe('decline')
  })
  it('finds the later step of a workflow for who may take that one', () => {
    const approved = row({ approve: 'step.wrong_state', reject: 'step.wrong_state', authorize: null, decline: null })
    expect(decidingStep(loanRequestFlow, 'main', approved)?.name).toBe('authorize')
    expect(decidingStep(loanRequestFlow, 'danger', approved)?.name).toBe('decline')
    expect(decidingStep(loanRequestFlow, 'main', row({ approve: 'own_submission' }))).toBeUndefined()
  })
  it('finds the label of a status by its number', () => {
    expect(stateFor({ id: 3, statusName: 'PENDING_APPROVAL' }, farmerUploadFlow)?.label).toBe('Awaiting checker')
    expect(stateFor({ id: 123, statusName: 'x' })?.label).toBe('Accounts being checked')
  })
  it('puts Waiting for you first only for who can ever decide', () => {
    expect(decides(farmerUploadFlow, user('FCS_CHECKER'))).toBe(true)
    expect(decides(farmerUploadFlow, user('FCS_MAKER'))).toBe(false)
    expect(decides(farmerUploadFlow, user('FCS_CHECKER', 6))).toBe(false)
    expect(decides(undefined, user('FCS_CHECKER'))).toBe(false)
  })
})

describe('many decided at once', () => {
  const rows = [{ id: 'a', outcome: 'skipped', code: 'step.wrong_state', message: 'Already approved: Otieno.' }]
  const refusedWith = (details: Record<string, unknown>) => () =>
    Promise.reject(new CallRefused({ status: 409, code: 'step.wrong_state', message: 'Already approved', details }))
  const decisions = (many: () => Promise<Outcome>) => ({
    flow: farmerUploadFlow,
    headline: () => null,
    title: () => '',
    take: {},
    takeMany: many,
  })
  const request = ['approve', [{ id: 'a', version: 1 }], { comment: undefined, key: 'k' }] as const

  it('that none was done is an outcome of each, not a refusal of the call', async () => {
    const outcome = { done: 0, skipped: 1, failed: 0, rows }
    await expect(
      takeMany(decisions(refusedWith({ ...outcome, by: 'Otieno' })), request[0], [...request[1]], request[2]),
    ).resolves.toMatchObject(outcome)
  })

  it('any other refusal stays one', async () => {
    await expect(takeMany(decisions(refusedWith({})), request[0], [...request[1]], request[2])).rejects.toThrow(
      CallRefused,
    )
  })
})
