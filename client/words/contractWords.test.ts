import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionNames } from '#contract/house/audit.ts'
import { trailCodes, trailFields } from '#contract/house/trailFields.ts'
import { problemGroups } from '#contract/uploads/uploadProblems.ts'
import { errors } from '#contract/house/errors.ts'
import { findingKinds, findingOf } from '#contract/dataQuality/dataQuality.ts'
import { lists, uploadKinds, workflows } from '#contract/index.ts'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import { priceList } from '#contract/stock/prices.ts'
import { stockDetailList, stockGradeList, stockSummaryList } from '#contract/stock/stockRows.ts'
import type { Column } from '#contract/kit/uploadKind.ts'
import { commentTexts, type State, type Step } from '#contract/kit/workflow.ts'
import { saleStages } from '#contract/sales/sales.ts'
import { retryWay } from '#contract/schedules/paymentRetries.ts'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { outturnPhases } from '#contract/house/outturns.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { permissions, roles } from '#contract/house/permissions.ts'
import { contractPatterns, contractWords } from './sw/contract.ts'
import { inSwahili } from './swahili.ts'

test('every text that the contract declares is said in Swahili', () => {
  const known = (text: string) => text in contractWords || contractPatterns.some(([shape]) => shape.test(text))
  const atTheHead = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
  expect(declaredTexts().filter((text) => !known(text) && !known(atTheHead(text)))).toEqual([])
})

test('what a decision about money answers is said in Swahili', () => {
  const folders = ['payments', 'payouts', 'rtgs', 'schedules', 'schedules/deductions']
  const files = folders.flatMap((name) => globSync(`server/${name}/*.ts`)).filter((file) => !file.endsWith('.test.ts'))
  const texts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bmessage: '([^']+)'/g)].map(([, text = '']) => text),
  )
  expect(texts.length).toBeGreaterThan(8)
  expect(texts.filter((text) => inSwahili(text) === text)).toEqual([])
})

test('no Swahili text is empty', () => {
  expect(Object.entries(contractWords).filter(([english, swahili]) => !english.trim() || !swahili.trim())).toEqual([])
})

test('a sentence that carries a value keeps it', () => {
  expect(inSwahili('Village is required')).toBe('Kijiji inahitajika')
  expect(inSwahili('At most 10,000')).toBe('Si zaidi ya 10,000')
  expect(inSwahili('Not a known county')).toBe('Haijulikani: kaunti')
  expect(inSwahili('Not a SACCO institution')).toBe('Si taasisi ya aina ya SACCO')
  expect(inSwahili('Only USD 12,989.99 are available')).toBe('Zimebaki USD 12,989.99 tu')
})

test('whose account it is, and whose it should be, are two names', () => {
  expect(inSwahili('The bank knows the account as ANN WERE, not as Otieno Ouma')).toBe(
    'Benki inaijua akaunti kwa jina ANN WERE, si Otieno Ouma',
  )
})

test('what is called by its day is called by it in Swahili', () => {
  expect(inSwahili('From 1 Mar 2027')).toBe('Kuanzia 1 Mac 2027')
  expect(inSwahili('From 30 Sept 2027')).toBe('Kuanzia 30 Sep 2027')
})

test('a declared word may stand at the head of a sentence', () => {
  expect(inSwahili('Farmer upload')).toBe('Faili ya wakulima')
})

test('a payment that is held is not said like a sale that was held', () => {
  const labels = [lineStates.HELD, saleStages.HELD].map(({ label }) => inSwahili(label))
  expect(labels).toEqual(['Imezuiwa', 'Umefanyika'])
})

test('a retry to an account that was changed since is not said to be as it was', () => {
  const said = (accountNumber: string) => retryWay({ type: 'RETRY', accountNumber, newAccountNumber: '01109' })
  expect([said('01109'), said('01108')].map(inSwahili)).toEqual(['Kama ilivyokuwa', 'Kwenye akaunti kama ilivyo sasa'])
})

test('a text nobody declared stays as it is', () => {
  expect(inSwahili('Othaya Farmers Coop')).toBe('Othaya Farmers Coop')
})

/** Every English text that the contract declares and a screen may show. */
function declaredTexts(): string[] {
  const texts = [
    ...Object.values(errors).map(({ message }) => message),
    ...Object.values(permissions),
    ...Object.values(roles).map(({ label }) => label),
    ...Object.values(organisationTypes).map(({ label }) => label),
    ...[...lists, stockDetailList, stockGradeList, stockSummaryList, priceList].flatMap((list) =>
      ofList(list as unknown as ListScreen),
    ),
    ...workflows.flatMap((flow) =>
      [
        flow.record,
        flow.entered ?? [],
        ...Object.values<State>(flow.states).map(({ label }) => label),
        ...Object.values<Step>(flow.steps).flatMap(({ label, commentMissing, notYetIn }) =>
          [label, commentMissing ?? [], Object.values(notYetIn ?? {}).flatMap((text) => text ?? [])].flat(),
        ),
        ...(flow.system ?? []).map(({ why }) => why),
      ].flat(),
    ),
    ...uploadKinds.flatMap((kind) => [
      kind.title,
      ...kind.instructions,
      ...kind.repairs.map(({ label }) => label),
      ...Object.values<Column>(kind.columns).flatMap(({ title, rule }) => [title, rule]),
    ]),
    ...Object.values(actionNames),
    ...Object.values(commentTexts),
    ...Object.values(outturnPhases),
    ...Object.values(trailFields).map(({ title }) => title),
    ...Object.values(trailCodes),
    ...findingKinds
      .map(findingOf)
      .flatMap(({ title, help, value, measure }) => [title, help, value ?? [], measure ?? []].flat()),
    ...Object.values(problemGroups).flatMap(({ title, help }) => [title, help]),
  ]
  return [...new Set(texts)]
}

const ofList = ({ title, columns, searchIn, searchInFewer = searchIn, filters = [] }: ListScreen) => [
  title,
  searchIn,
  searchInFewer,
  ...columns.map((column) => column.title),
  ...filters.flatMap((filter) => [filter.title, ...filter.options.map((option) => option.title)]),
]
