import { expect, test } from 'vitest'
import { settings, type SettingName } from '#contract/house/settings.ts'
import { inUnits, withUnit } from '#contract/house/settingUnits.ts'
import { settingExamples } from '#client/words/en/administration.ts'
import { settingField, storedSetting } from './adminSettings.ts'

const context = { year: 2026, lists: {} }
const read = (name: SettingName, text: string) => settingField(name).read(text, context)
const write = { money: (shillings: number) => `KES ${shillings}`, number: String }

test('money is written in shillings and shares in percent, whatever is stored', () => {
  const shown = (name: 'fundCherryRateCents' | 'loanFeeHundredths' | 'loanLeastCents') =>
    withUnit(inUnits(settings[name].default, settings[name]), settings[name].unit)
  expect([shown('fundCherryRateCents'), shown('loanFeeHundredths'), shown('loanLeastCents')]).toEqual([
    'KES 40.00 per kg',
    '3.00 %',
    'KES 100.00',
  ])
  expect(withUnit(inUnits(48, {}), 'hours')).toBe('48 hours')
})

test('what is typed in the unit is stored in parts of it, and what is out of range is refused in the unit', () => {
  expect(storedSetting('fundCherryRateCents', '45.50')).toBe(4_550)
  expect(storedSetting('payoutsMostInHour', '1,500,000')).toBe(1_500_000)
  expect(storedSetting('fundCherryRateCents', '45.505')).toBeNull()
  expect(storedSetting('deliveryMaxKg', '12.5')).toBeNull()
  expect(storedSetting('smsLoanPaid', 'On')).toBe(true)
  expect(read('loanFeeHundredths', '3')).toBe('3.00')
  expect(read('loanFeeHundredths', '21')).toEqual({ code: 'range', message: 'From 0.00 to 20.00' })
  expect(read('deliveryMaxKg', '12,5')).toEqual({ code: 'number', message: 'Whole number' })
})

test('no unit of a setting is a part of what people count in', () => {
  const units = Object.values(settings).map(({ unit }) => unit)
  expect(units.filter((unit) => /cent|hundredth/.test(unit))).toEqual([])
})

test('every number has an example, which a change alters', () => {
  const unaltered = Object.entries(settings).filter(([name, setting]) => {
    if (setting.type === 'switch') return false
    const example = settingExamples[name as 'loanLeastCents'] // border: one for each number, which the compiler holds
    return example(setting.default, write) === example(setting.default + 30_000, write)
  })
  expect(unaltered).toEqual([])
  expect(settingExamples.bankChangeCoolingHours(48)).toBe(
    'A change approved on Monday at 08:00 takes payments from Wednesday at 08:00.',
  )
})
