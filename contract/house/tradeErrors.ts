/** What is refused of sales, and of coffee on its way to them: a part of the error catalogue. */
export const tradeErrors = {
  'estate_cured.decided': {
    status: 409,
    message: 'A record of this file was decided already, so the file cannot be taken back.',
  },
  'sale.in_calendar': {
    status: 409,
    message: 'A sale of this number is in the calendar. Open it there and change its days.',
  },
  'sale.out_of_bounds': { status: 409, message: 'The days of this sale cannot be any more. Decline it.' },
  'sale.has_coffee': {
    status: 409,
    message:
      'Coffee is dispatched or catalogued for this sale, so it is not cancelled. Change its days, or drop the coffee first.',
  },
  'sale.past': { status: 409, message: 'The day of this sale has come, so it cannot be cancelled.' },
  'eslip.no_fee_rule': {
    status: 409,
    message: 'No fee rule counts for the day of this sale, so no e-slip can be drawn. Put one in force first.',
  },
  'eslip.no_sale': {
    status: 409,
    message: 'The sale is not in the calendar, so nobody knows until when its buyers pay. Put it there first.',
  },
  'buyer_payment.nothing_owed': {
    status: 409,
    message: 'No lot of this invoice waits for its buyer. Look at the number of the invoice.',
  },
  'buyer_payment.other_amount': {
    status: 409,
    message: 'The lots of this invoice come to another amount. An invoice is paid as a whole.',
  },
  'buyer_payment.known': {
    status: 409,
    message: 'A payment with this reference of the bank is recorded already.',
  },
  'settlement.no_account': {
    status: 409,
    message: 'The account that buyers pay onto is not open yet. Propose it first.',
  },
  'eslip.not_yours': {
    status: 403,
    message:
      'This e-slip is for the growers of the lot, its broker and the bank. What concerns you of it stands on the screen.',
  },
  'evidence.unknown': {
    status: 404,
    message:
      'No evidence pack of ours has this code. Compare it letter by letter; if it is typed right, the paper is not genuine.',
  },
  'eslip.unknown': {
    status: 404,
    message:
      'No e-slip of ours has this code. Compare it letter by letter; if it is typed right, the paper is not genuine.',
  },
  'sale_report.unknown': {
    status: 404,
    message:
      'No settlement report of ours has this code. Compare it letter by letter; if it is typed right, the paper is not genuine.',
  },
  'fee_rule.past': {
    status: 409,
    message: 'What was charged on past sales stays as it was. Choose a day from today on.',
  },
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
  'results.below_reserve': {
    status: 409,
    message:
      'A price is below the reserve of its lot. Where the broker has agreed to sell, approve with a comment that says so.',
  },
  'results.being_paid': {
    status: 409,
    message: 'The buyer of a lot has paid meanwhile, so its result stands. Decline the file.',
  },
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
