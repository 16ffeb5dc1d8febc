import { cherryDeliveryFields as field } from '#contract/deliveries/cherryDeliveryFields.ts'
import { text, type Field } from '#contract/kit/field.ts'
import type { FormField } from '#client/kit/forms/useRecordForm.ts'

/** A comma is the point of many keyboards: as a mark of thousands it would make 42,5 into 425. */
const weightTyping = /^\d*\.?\d*$/

const disclaimer: FormField = {
  title: 'Disclaimer',
  required: true,
  missing: 'Please tick the checkbox to proceed',
  rule: '',
  read: (value) => value,
}
const filled = (title: string): FormField => ({ title, ...text(200) })
const season: FormField = { title: 'Season', ...text(9) }

/** A delivery as the form has it. Source: specification 1, section 5, with its titles. */
export const deliveryFields = {
  memberNumber: field.memberNumber,
  fullName: filled('Full Name'),
  idNumber: { ...filled('ID Number'), personal: true },
  growerCode: filled('Grower ID'),
  productName: filled('Product Name'),
  currentDelivery: { ...field.currentDelivery, title: 'Current Delivery', typing: weightTyping },
  deliveredOn: field.deliveredOn,
  season,
  factoryId: { title: 'Factory', ...text(60, { required: false }) },
  receiptNumber: field.receiptNumber,
  disclaimer,
} satisfies Record<string, FormField>

export type DeliveryFieldName = keyof typeof deliveryFields

const signed: Field = {
  required: true,
  keyboard: 'decimal',
  typing: /^-?\d*\.?\d*$/,
  rule: '',
  read: (value) => {
    if (!/^-?\d+(\.\d+)?$/.test(value) || Number(value) === 0)
      return { code: 'number', message: 'Enter a number other than zero' }
    return (value.split('.')[1] ?? '').length > 3 ? { code: 'decimals', message: 'At most 3 decimals' } : value
  },
}

/** A correction of what a member has in a season. */
export const correctionFields = {
  season,
  kilograms: { title: 'Weight', ...signed },
  reason: { title: 'Reason', ...text(500) },
  disclaimer,
} satisfies Record<string, FormField>
