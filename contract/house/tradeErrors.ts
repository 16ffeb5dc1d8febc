/** What is refused of sales, and of coffee on its way to them: a part of the error catalogue. */
export const tradeErrors = {
  'sale.unknown': { status: 409, message: 'This sale is not in the calendar. Look at the sales that are.' },
  'sale.dispatch_closed': {
    status: 409,
    message: 'The sale has taken no dispatch since its cut-off. Dispatch to a later sale.',
  },
  'sale.catalogue_closed': {
    status: 409,
    message: 'The catalogue of this sale is closed. Nothing in it changes any more.',
  },
  'catalogue.not_reconciled': {
    status: 409,
    message:
      'The lot does not agree with the dispatch of its coffee any more. It goes on hold; let its broker correct it.',
  },
  'catalogue.sale_begun': { status: 409, message: 'The sale has begun. What is not sold comes back by itself.' },
  'dispatch.terms_changed': {
    status: 409,
    message: 'The terms were changed meanwhile. Read them again and agree to them.',
  },
  'dispatch.touched': {
    status: 409,
    message:
      'The warehouse has begun to decide on this file, so it cannot be withdrawn. Ask it to decline what is wrong.',
  },
  'dispatch.record_approved': {
    status: 409,
    message:
      'Records of this file are received already. Decline the other records instead; the file is then approved with those.',
  },
  'dispatch.being_dropped': {
    status: 409,
    message: 'The mill has asked to delete this file. Decide on that first.',
  },
  'dispatch.catalogued': {
    status: 409,
    message:
      'Coffee of this file stands in a catalogue or is sold, so the file stays. Withdraw it from the catalogue first.',
  },
} as const satisfies Record<string, { status: number; message: string }>
