import { expect, test } from 'vitest'
import {
  accountNumber,
  choice,
  decimalFromZero,
  kraPin,
  lettersAndDigits,
  listed,
  mobileNumber,
  numberIn,
  positiveDecimal,
  positiveInteger,
  schemaOf,
  text,
  wholeNumber,
  yearOfBirth,
  type Field,
} from './field.ts'

const context = {
  year: 2026,
  lists: {
    counties: new Map([
      ['NYERI', '19'],
      ['TAITA TAVETA', '6'],
    ]),
  },
}
const read = (field: Field, written: string) => {
  const result = field.read(written, context)
  return typeof result === 'string' ? result : `! ${result.code}`
}

test.each([
  ['0712345678', '254712345678'],
  ['712345678', '254712345678'],
  ['+254 712-345 678', '254712345678'],
  ['254112345678', '254112345678'],
  ['(0712) 345678', '254712345678'],
  ['112345678', '254112345678'],
  ['0812345678', '! mobile'],
  ['255712345678', '! mobile'],
  ['25571234567', '! mobile'],
  ['21712345678', '! mobile'],
  ['07123456789', '! mobile'],
  ['071234567', '! mobile'],
  ['5712345678', '! mobile_start'],
  ['912345678', '! mobile_start'],
  ['2547123456789', '! mobile_long'],
  ['5712345678901', '! mobile_long'],
  ['07123', '! mobile_short'],
  ['57', '! mobile_short'],
  ['07I2345678', '! mobile_digits'],
  ['٠٧١٢٣٤٥٦٧٨', '! mobile_digits'],
])('mobile number %s is read as %s', (written, expected) => expect(read(mobileNumber(), written)).toBe(expected))

test('a mobile number is told what is wrong with it, and nothing that is right', () => {
  const problemOf = (written: string) => {
    const result = mobileNumber().read(written, context)
    return typeof result === 'string' ? result : result.message
  }
  expect(problemOf('07I2345678')).toBe('Digits only')
  expect(problemOf('07123456')).toBe('Minimum 9 digits required')
  expect(problemOf('2547123456789')).toBe('At most 12 digits')
  expect(problemOf('5712345678')).toBe('Start with 0, 7 or 2')
  for (const started of ['0812345678', '071234567', '255712345678', '07123456789'])
    expect(problemOf(started)).toBe('Not a Kenyan mobile number: write it as 0712345678')
})

test.each([
  ['1.50', '1.5'],
  ['1,250.25', '1250.25'],
  ['12,5', '! number'],
  ['1,2,3', '! number'],
  ['1,25', '! number'],
  ['0', '! number'],
  ['0.00', '! number'],
  ['-1', '! number'],
  ['1e3', '! number'],
  ['.5', '! number'],
  ['1.234', '! decimals'],
  ['1.230', '1.23'],
  ['10000.01', '! number_large'],
])('acreage %s is read as %s', (written, expected) =>
  expect(read(positiveDecimal({ max: 10_000, places: 2 }), written)).toBe(expected),
)

test.each([
  ['007', '7'],
  ['1,000', '1000'],
  ['10,00', '! number'],
  ['0', '! number'],
  ['1.5', '! number'],
  ['1000001', '! number_large'],
])('number of trees %s is read as %s', (written, expected) =>
  expect(read(positiveInteger({ max: 1_000_000 }), written)).toBe(expected),
)

test.each([
  ['01109012345600', '01109012345600'],
  ['0110-9012 345600', '01109012345600'],
  ['000000', '! account_digits'],
  ['12345', '! account_length'],
  ['1'.repeat(21), '! account_length'],
  ['12345O', '! account_digits'],
])('account number %s is read as %s', (written, expected) => expect(read(accountNumber(), written)).toBe(expected))

test.each([
  ['12,5 kg', '12.5'],
  ['1,250 kg', '1250'],
  ['1,250.75kg', '1250.75'],
  ['KG 7', '7'],
  ['-7 kg', '-7'],
])('of the cell %s a repair keeps %s', (written, expected) => expect(numberIn(written)).toBe(expected))

test('leading zeros and letters of numbers that are names stay', () => {
  expect(read(lettersAndDigits(10), '00ab12')).toBe('00AB12')
  expect(read(lettersAndDigits(10), '12 34')).toBe('! letters_digits')
  expect(read(lettersAndDigits(4), '12345')).toBe('! too_long')
})

test('a year of birth is a past one', () => {
  expect(['2025', '1900', '2026', '1899', '79'].map((year) => read(yearOfBirth(), year))).toEqual([
    '2025',
    '1900',
    '! year',
    '! year',
    '! year',
  ])
})

test('a tax number says whether it is a person’s or a company’s', () => {
  expect(read(kraPin('person'), 'a001234567b')).toBe('A001234567B')
  expect(read(kraPin('company'), 'A001234567B')).toBe('! kra_pin')
})

test('choices and names of lists are found whatever the case, texts lose their extra blanks', () => {
  expect(read(choice(['KES', 'USD'], { also: { KSH: 'KES' } }), 'ksh')).toBe('KES')
  expect(read(choice(['KES', 'USD']), 'EUR')).toBe('! choice')
  expect(read(listed('counties', 'county'), 'taita  taveta')).toBe('6')
  expect(read(listed('counties', 'county'), 'Nyer')).toBe('! unknown_counties')
  expect(read(text(10), 'a \t b')).toBe('a b')
  expect(read(text(3), 'abcd')).toBe('! too_long')
})

test('as a schema a rule refuses and normalises the same', () => {
  const schema = schemaOf(mobileNumber(), 'Mobile Number')
  expect(schema.safeParse(' 0712345678 ')).toMatchObject({ success: true, data: '254712345678' })
  expect(schema.safeParse('07').error?.issues[0]?.message).toBe('Minimum 9 digits required')
  expect(schema.safeParse('  ').error?.issues[0]?.message).toBe('Mobile Number is required')
  expect(schemaOf(mobileNumber({ required: false }), 'Mobile').safeParse('')).toMatchObject({ success: true, data: '' })
})

test.each([
  ['0', '0'],
  ['12', '12'],
  ['1,200', '1200'],
  ['1.5', '! whole_number'],
  ['-1', '! whole_number'],
  ['12001', '! number_large'],
])('a whole number from zero: %s', (written, expected) =>
  expect(read(wholeNumber({ max: 12_000 }), written)).toBe(expected),
)

test.each([
  ['0', '0'],
  ['0.00', '0'],
  ['0.5', '0.5'],
  ['-0.5', '! number'],
  ['0.1234', '! decimals'],
  ['101', '! number_large'],
])('a decimal number from zero: %s', (written, expected) =>
  expect(read(decimalFromZero({ max: 100, places: 3 }), written)).toBe(expected),
)
