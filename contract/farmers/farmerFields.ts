import {
  accountNumber,
  choice,
  kraPin,
  lettersAndDigits,
  listed,
  mobileNumber,
  positiveDecimal,
  positiveInteger,
  text,
  yearOfBirth,
} from '#contract/kit/field.ts'

const genders = ['MALE', 'FEMALE'] as const
const institutionTypes = ['BANK', 'M-PESA', 'SACCO', 'MFB'] as const
const currencies = ['KES', 'USD'] as const
// As people write it; Sh and Shs alone may be the shilling of a neighbour.
const shillings = Object.fromEntries(
  ['KSH', 'KSHS', 'KSH.', 'KSHS.', 'KENYA SHILLING', 'KENYA SHILLINGS', 'KENYAN SHILLINGS'].map((form) => [
    form,
    'KES',
  ]),
)

const produce = (year: string) => ({
  title: `Year ${year} Produce`,
  example: '850',
  ...positiveInteger({ max: 1_000_000 }),
})
const price = (year: string) => ({ title: `Year ${year} Price`, example: '95', ...positiveInteger({ max: 100_000 }) })
const gender = { M: 'MALE', F: 'FEMALE', MAN: 'MALE', WOMAN: 'FEMALE' }
const mpesa = { MPESA: 'M-PESA', 'M PESA': 'M-PESA' }

/** The values of a farmer, each with its one rule. Source: specification 1, section 5; domain of Kenyan identity formats. */
export const farmerFields = {
  firstName: { title: 'First Name', example: 'Wanjiku', ...text(60) },
  middleName: { title: 'Middle Name', example: 'Njeri', ...text(60, { required: false }) },
  lastName: { title: 'Last Name', example: 'Kamau', ...text(60), also: ['Surname'] },
  farmerId: {
    title: 'ID Number',
    example: '23456789',
    ...lettersAndDigits(10),
    also: ['Farmer ID', 'National ID', 'ID No'],
    personal: true,
  },
  memberNumber: { title: 'Member Number', example: 'KB0012', ...lettersAndDigits(10), also: ['Member No'] },
  mobileNumber: {
    title: 'Mobile Number',
    example: '0712345678',
    ...mobileNumber(),
    also: ['Mobile No', 'Phone', 'Phone Number'],
    personal: true,
  },
  gender: { title: 'Gender', example: 'FEMALE', ...choice(genders, { also: gender }), also: ['Sex'] },
  yearOfBirth: { title: 'Year of Birth', example: '1979', ...yearOfBirth() },
  kraPin: { title: 'KRA PIN', example: 'A001234567B', ...kraPin('person'), personal: true },
  acreage: { title: 'Acreage', example: '1.5', ...positiveDecimal({ max: 10_000, places: 2 }), also: ['Acres'] },
  numberOfTrees: {
    title: 'Number of Trees',
    example: '350',
    ...positiveInteger({ max: 1_000_000 }),
    also: ['Trees', 'No of Trees'],
  },
  yearOneProduce: produce('1'),
  yearTwoProduce: produce('2'),
  yearThreeProduce: produce('3'),
  yearOnePrice: price('1'),
  yearTwoPrice: price('2'),
  yearThreePrice: price('3'),
  variety: { title: 'Variety', example: 'SL28', ...listed('varieties', 'coffee variety'), also: ['Product Variety'] },
  county: { title: 'County', example: 'Nyeri', ...listed('counties', 'county') },
  subCounty: {
    title: 'Sub-County',
    example: 'Othaya',
    ...text(60),
    rule: 'Name of a sub-county of the county.',
    within: { columns: ['county'], list: 'subCounties' },
  },
  ward: {
    title: 'Ward',
    example: 'Mahiga',
    ...text(60),
    rule: 'Name of a ward of the sub-county.',
    within: { columns: ['county', 'subCounty'], list: 'wards' },
  },
  village: { title: 'Village', example: 'Kihuri', ...text(60) },
  institutionType: {
    title: 'Payment Institution Type',
    example: 'BANK',
    ...choice(institutionTypes, { also: mpesa }),
    also: ['Institution Type'],
  },
  institution: {
    title: 'Payment Institution',
    example: 'Co-operative Bank of Kenya',
    ...listed('institutions', 'payment institution'),
    within: { columns: ['institutionType'], list: 'institutions' },
    also: ['Bank Name', 'Bank', 'Institution'],
  },
  accountName: { title: 'Account Name', example: 'Wanjiku Njeri Kamau', ...text(100) },
  accountNumber: {
    title: 'Account Number',
    example: '01109012345600',
    ...accountNumber(),
    also: ['Account', 'Payment Institution Account'],
    personal: true,
  },
  currency: { title: 'Currency', example: 'KES', ...choice(currencies, { also: shillings }) },
  companyName: { title: 'Company Name', example: 'Kirima Estate Ltd', ...text(100) },
  companyRegistrationNumber: {
    title: 'Company Registration Number',
    example: 'PVT2019A12',
    ...lettersAndDigits(20),
    also: ['Registration Number', 'Company Reg Number'],
  },
  companyKraPin: { title: 'KRA PIN', example: 'P051234567M', ...kraPin('company'), personal: true },
}
