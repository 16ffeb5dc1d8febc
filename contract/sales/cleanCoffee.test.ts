import { expect, test } from 'vitest'
import { columnKeys, checkCells, uploadKind } from '#contract/kit/uploadKind.ts'
import { partsOfOutturn } from '#contract/house/outturns.ts'
import { bagsAgainstWeight, bagsCheck, cleanCoffeeFields, netCheck } from './cleanCoffee.ts'

const { bags, pockets, grossWeight, tareWeight, netWeight } = cleanCoffeeFields
const weighed = uploadKind({
  name: 'weighed',
  title: 'Weighed',
  template: { fileName: 'weighed.xlsx', key: 'weighed' },
  upload: 'CAN_UPLOAD_GRN',
  sheetName: 'Weighed',
  columns: { bags, pockets, grossWeight, tareWeight, netWeight: { ...netWeight, required: false } },
  unique: [],
  rowChecks: [netCheck, bagsCheck('netWeight')],
  repairs: [],
  instructions: [],
})
const check = (...cells: string[]) => {
  const { clean, problems } = checkCells(weighed, cells, { year: 2026, lists: {} })
  const keys = columnKeys(weighed)
  return { net: clean[4], problems: problems.map(({ column, code }) => `${keys[column]} ${code}`) }
}

test('bags of sixty kilograms and what is left over are the weight, to within one kilogram', () => {
  const of = (weight: string) => bagsAgainstWeight({ bags: '12', pockets: '34', weight })?.code ?? 'agrees'
  expect(['754', '755', '753', '755.001', '752.999', '720'].map(of)).toEqual([
    'agrees',
    'agrees',
    'agrees',
    'bags_and_weight',
    'bags_and_weight',
    'bags_and_weight',
  ])
  expect(bagsAgainstWeight({ bags: '0', pockets: '40', weight: '40' })).toBeNull()
})

test('net is gross less tare, computed where nobody wrote it', () => {
  expect(check('12', '34', '766.6', '12.6', '754')).toEqual({ net: '754', problems: [] })
  expect(check('12', '34', '766.6', '12.6', '')).toEqual({ net: '754', problems: [] })
  expect(check('12', '34', '766.6', '12.6', '754.001').problems).toEqual(['netWeight net_weight'])
  expect(check('12', '34', '12', '12', '').problems).toEqual(['tareWeight tare_over_gross'])
  expect(check('12', '34', '780.6', '12.6', '').problems).toEqual(['bags bags_and_weight'])
})

test('an outturn tells its week, its mill and its phase', () => {
  expect(partsOfOutturn('08TH0123')).toEqual({
    week: 8,
    mill: 'TH',
    phase: 'Parchment received',
    isParchmentBulk: false,
    sequence: 123,
  })
  expect(partsOfOutturn('53MT9001')?.phase).toBeNull()
  for (const wrong of ['54TH0123', '00TH0123', '8TH0123', '08T00123', '08th0123'])
    expect(partsOfOutturn(wrong)).toBeNull()
})
