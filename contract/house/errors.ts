import { signInErrors } from '#contract/session/signInErrors.ts'
import { serviceErrors } from './serviceErrors.ts'
import { tradeErrors } from './tradeErrors.ts'
import { uploadErrors } from '#contract/kit/uploadErrors.ts'

/** The error catalogue: one line per code. The server throws the code, the client shows the message, the docs list both. */
export const errors = {
  ...signInErrors,
  ...uploadErrors,
  'permission.missing': { status: 403, message: 'Your role does not allow this.' },
  'organisation.not_allowed': { status: 403, message: 'This step belongs to another type of organisation.' },
  'role.not_allowed': { status: 403, message: 'This step belongs to another role.' },
  own_submission: {
    status: 409,
    message: 'You made, changed or approved this record, so someone else must decide on it.',
  },
  not_the_maker: { status: 403, message: 'Only the person who made this record can do that.' },
  'record.not_found': { status: 404, message: 'Record not found.' },
  'record.changed': {
    status: 409,
    message: 'The record was changed after you opened it. Look at it again before you decide.',
  },
  'step.wrong_state': { status: 409, message: 'The record has already moved on.' },
  'record.none_selected': { status: 422, message: 'No record selected' },
  'record.decided_alone': {
    status: 409,
    message: 'This record was edited, or has moved on. Open it and decide it on its own.',
  },
  'step.comment_required': { status: 422, message: 'Comment is required' },
  'change.open': {
    status: 409,
    message: 'One of these is already waiting for a decision. Have it decided or withdrawn first.',
  },
  'change.nothing': { status: 422, message: 'Nothing was changed.' },
  'change.stale': {
    status: 409,
    message: 'The record was changed since this was requested. Decline the request and request it again.',
  },
  'delivery.unknown_member': {
    status: 404,
    message: 'No approved, active member of your society has this member number.',
  },
  'delivery.paid': { status: 409, message: 'This delivery was already paid. Add a correction record.' },
  'delivery.season_closed': {
    status: 409,
    message: 'The last payment of this season is approved: it takes no more cherry, unless two people open it again.',
  },
  'delivery.is_correction': {
    status: 409,
    message: 'A correction is not edited. Let it be declined and enter another one.',
  },
  'delivery.below_zero': {
    status: 409,
    message: 'The member would have less than nothing in this season. Correct by fewer kilograms.',
  },
  'delivery.member_suspended': {
    status: 409,
    message: 'The member is suspended: nothing is added until the suspension ends. You can decline it.',
  },
  'delivery.disclaimer_changed': {
    status: 409,
    message: 'The disclaimer was changed meanwhile. Read it again and tick the checkbox.',
  },
  'delivery.other_content': {
    status: 409,
    message: 'This delivery was already entered with other values. Edit the record in the list.',
  },
  'change.has_warnings': { status: 409, message: 'This request has warnings. Open it and decide it on its own.' },
  'farmer.elsewhere': {
    status: 409,
    message: 'This ID is registered in another society. Approve it with a reason, or decline it.',
  },
  'farmer.has_warnings': { status: 409, message: 'This farmer has warnings. Open it and decide on its own.' },
  'farmer.not_approved': { status: 409, message: 'This farmer is not approved yet.' },
  'farmer.left': { status: 409, message: 'This farmer has left the society. Request the return first.' },
  'farmer.deceased': {
    status: 409,
    message: 'This farmer is recorded as deceased. Only the payment details may be changed, for the next of kin.',
  },
  'farmer.erased': { status: 409, message: 'This member was erased: nothing about the person is left to change.' },
  'erasure.company': { status: 409, message: 'This is a company. Only a person has the right to be forgotten.' },
  'erasure.loans_asked': {
    status: 409,
    message: 'A loan of this member is requested or on its way. Decide it and wait until it has ended, then erase.',
  },
  'erasure.loans_owed': { status: 409, message: 'This member still owes a loan. Erase when it is repaid.' },
  'erasure.payments_open': {
    status: 409,
    message: 'A payment to this member has not arrived. Pay it or resolve it first, then erase.',
  },
  'erasure.deliveries_open': {
    status: 409,
    message: 'Deliveries of this member wait for approval or are not paid yet. Settle them first, then erase.',
  },
  'erasure.files_open': {
    status: 409,
    message: 'An open file names this member. Decide or discard it, then erase.',
  },
  'farmer.life_state': { status: 409, message: 'The farmer cannot come to this life state from the present one.' },
  'farmer.registered': { status: 409, message: 'Another member of the society already has this number.' },
  'plot.has_warnings': { status: 409, message: 'This plot has warnings. Open it and decide it on its own.' },
  'plot.known': { status: 409, message: 'This farmer has this very plot already.' },
  'plot.file_unreadable': { status: 422, message: 'The file is neither GeoJSON nor a CSV file of plots.' },
  'account.refused': {
    status: 409,
    message: 'The bank does not know this account, or it is closed. Decline the request and ask for the right account.',
  },
  'change.asker_gone': {
    status: 409,
    message: 'Who proposed this no longer administers. Decline the proposal; somebody else may propose it again.',
  },
  'administrator.last': {
    status: 409,
    message: 'Two administrators must stay, and on every day one of them at work. Invite another one first.',
  },
  'change.about_you': { status: 409, message: 'This is about yourself, so someone else must do it.' },
  'role.beyond_reach': {
    status: 403,
    message: 'Nobody grants what they lack: this needs permissions that your own role neither has nor may assign.',
  },
  'role.fixed': {
    status: 409,
    message: 'The administrator role stands behind all others and cannot be changed. Make another role instead.',
  },
  'role.wrong_organisation': { status: 422, message: 'This role is not for this type of organisation.' },
  'email.taken': {
    status: 409,
    message: 'Another user has this e-mail address, or is about to. One address belongs to one user.',
  },
  'name.taken': { status: 409, message: 'This name or code is taken. Choose another.' },
  'invitation.invalid': {
    status: 404,
    message: 'This link is not valid any more. Ask your administrator for a new one.',
  },
  'invitation.code_wrong': { status: 422, message: 'The code does not belong to this link. Ask who invited you.' },
  'input.invalid': { status: 422, message: 'Please fill out all required fields correctly.' },
  'input.not_json': { status: 415, message: 'The request must be sent as JSON (Content-Type: application/json).' },
  'input.too_large': { status: 413, message: 'The request is too large. Send it in smaller parts.' },
  'input.malformed': { status: 400, message: 'The request could not be read.' },
  'key.in_progress': { status: 409, message: 'The same request is still being worked on.' },
  'key.reused': { status: 422, message: 'This idempotency key was used for a different request.' },
  'signature.wrong': { status: 401, message: 'The signature is missing, wrong or too old.' },
  'account.details_missing': { status: 422, message: 'Account Details Missing' },
  'account.takes_no_money': { status: 422, message: 'This account is closed or takes no money. Ask for another one.' },
  'ledger.overdrawn': { status: 409, message: 'There is not enough for this amount. Look at the balance again.' },
  'ledger.other_content': { status: 409, message: 'This reference already stands for something else.' },
  'ledger.hold_closed': { status: 409, message: 'What was reserved for this was already used or released.' },
  'ledger.hold_expired': { status: 409, message: 'The reservation has expired. Ask for it again.' },
  'limit.exceeded': { status: 409, message: 'The amount is more than the member’s limit leaves. Ask for less.' },
  'limit.lender_short': {
    status: 409,
    message: 'A loan comes from one lender, and that is more than the lender may give. Ask each lender for a part.',
  },
  'limit.rate_changed': {
    status: 409,
    message: 'The cherry rate has changed since you looked. Look at the amounts again.',
  },
  'limit.expired': { status: 409, message: 'The limits of this season have expired.' },
  'parchment.no_limits': {
    status: 409,
    message:
      'No member of the society has an approved cherry limit in this season, so nobody can share the second tranche.',
  },
  'cherry_rate.too_high': {
    status: 409,
    message: 'The highest cherry rate was lowered meanwhile, and this rate is above it. Decline it.',
  },
  'communal_rate.other_cycle': {
    status: 409,
    message: 'Another cycle of the season is the next one. Reload, and set the lowest rate of that one.',
  },
  'conversion_rate.not_in_force': {
    status: 409,
    message: 'No conversion rate is in force. Submit the code of a deal and let another person approve it first.',
  },
  'schedule.figures_changed': {
    status: 409,
    message: 'The figures have changed meanwhile. Reload, and look at them again.',
  },
  'schedule.barred': { status: 409, message: 'A schedule cannot be computed now. Look at what stands in the way.' },
  'schedule.stale': {
    status: 409,
    message:
      'Deliveries, accounts or loans have changed since the schedule was generated, so it would come out otherwise. Let its maker withdraw it and save it again.',
  },
  'schedule.other_lines': {
    status: 409,
    message: 'These are not the lines that you saw. Reload the schedule, and look at it again.',
  },
  'schedule_draft.taken': {
    status: 409,
    message: 'Somebody else has this draft open now. Take it over, or wait until it is sent.',
  },
  'season.not_closed': { status: 409, message: 'This season of the society is not closed by a last payment.' },
  'schedule.cycle_taken': { status: 409, message: 'This cycle of the season was paid by another schedule.' },
  'schedule.no_account': { status: 409, message: 'The society has no farmers’ shilling account to pay from.' },
  'rtgs_file.nothing': { status: 409, message: 'No payment waits for an RTGS file.' },
  'rtgs_file.changed': {
    status: 409,
    message: 'A payment of this file was settled or taken out meanwhile: decline it and make another.',
  },
  'payment_retry.nothing': {
    status: 409,
    message: 'There is nothing to pay again: this payment was neither refused nor held.',
  },
  'payment_retry.in_doubt': {
    status: 409,
    message: 'The bank has not said yet what became of this payment. It is not sent again before it has.',
  },
  'payment_retry.too_often': {
    status: 409,
    message:
      'The bank was asked five times to pay this. Mend the account of the member, and let the next schedule pay.',
  },
  'payment_retry.held': { status: 409, message: 'What holds this payment is not mended yet.' },
  'society_transfer.above_most': {
    status: 409,
    message: 'More would be retained of the season than is allowed. Name the document that allows it.',
  },
  'society_transfer.other_deal': {
    status: 409,
    message: 'The deal of this conversion is not in force any more. Decline it, and order it anew at the next one.',
  },
  'society_transfer.no_account': {
    status: 409,
    message: 'The society has no such account at the bank yet. Propose it first.',
  },
  'conversion_rate.expired': {
    status: 409,
    message: 'The deal has expired. Agree on another one with the dealer, and submit its code.',
  },
  'conversion_rate.code_taken': {
    status: 409,
    message: 'This deal code was submitted already. A deal is good for one conversion.',
  },
  'loan.unknown_member': { status: 404, message: 'No approved member of your society has this number.' },
  'loan.amount_low': { status: 422, message: 'The amount is less than may be borrowed.' },
  'loan.reference_taken': { status: 409, message: 'This reference was used for another request.' },
  'loan.member_not_active': { status: 409, message: 'The member is suspended, has died or has left.' },
  'loan.account_not_verified': { status: 409, message: 'The bank has not confirmed the account of the member.' },
  'loan.account_changing': {
    status: 409,
    message: 'A change of the bank details is waiting for a decision.',
  },
  'loan.account_cooling_off': {
    status: 409,
    message: 'The account was changed lately; nothing is paid to it yet.',
  },
  'loan.no_lender': { status: 409, message: 'The member has no limit that somebody lends on.' },
  'loan.unknown_lender': { status: 422, message: 'This lender has granted the member no limit.' },
  'loan.fund_short': { status: 409, message: 'The fund does not cover this amount.' },
  'loan.no_way': {
    status: 409,
    message: 'This amount cannot be paid to the account of the member. Ask for another one.',
  },
  'loan.other_lender': { status: 403, message: 'Another organisation lends this money.' },
  'payout.no_way': { status: 422, message: 'This amount cannot be paid to this account in this way.' },
  'payout.no_fund': { status: 409, message: 'The lender has no account at the bank to pay from.' },
  'payout.nothing_to_ask': {
    status: 409,
    message: 'Nothing of this payout is on its way now, so there is nothing to ask.',
  },
  'payout.not_stuck': {
    status: 409,
    message: 'This payout is not stuck in that way, or not any more. Look at it again.',
  },
  'payout.evidence_used': {
    status: 409,
    message: 'This payment of the bank already stands for something else. Look for the one that shows this payout.',
  },
  'channel.paused': { status: 409, message: 'Somebody has paused this channel already.' },
  'channel.not_paused': { status: 409, message: 'This channel is not paused.' },
  'statement.nobody': {
    status: 404,
    message: 'No member of the societies that you see has this national ID. Check the number.',
  },
  'loan_statement.period': { status: 422, message: 'The first day is after the last one.' },
  'loan_statement.unknown': {
    status: 404,
    message: 'No statement of ours carries this code. It was mistyped, or the paper is not ours.',
  },
  'county_report.altered': {
    status: 409,
    message: 'The figures of this report are not as they were made. Nothing is printed; tell an administrator.',
  },
  'county_report.unknown': {
    status: 404,
    message: 'No report of ours carries this code. It was mistyped, or the paper is not ours.',
  },
  'schedule_paper.unknown': {
    status: 404,
    message: 'No approved payment schedule carries this code. It was mistyped, or the workbook is not ours.',
  },
  'loan_slip.unknown': {
    status: 404,
    message: 'No loan of ours carries this code. It was mistyped, or the slip is not ours.',
  },
  'statement.unreadable': { status: 422, message: 'The statement cannot be read. Nothing of it was kept.' },
  'statement.unknown_account': { status: 422, message: 'No fund has this account. Nothing of the file was kept.' },
  'statement.other_lender': { status: 403, message: 'This is the account of another organisation’s fund.' },
  'statement.file_changed': {
    status: 409,
    message: 'The file is no longer the one that was imported. Decline it, and import it again.',
  },
  'statement.being_asked': {
    status: 409,
    message: 'A statement of this account is being fetched from the bank already.',
  },
  'exception.not_open': { status: 409, message: 'This exception was settled meanwhile. Look at it again.' },
  'exception.not_so': { status: 422, message: 'An exception of this kind cannot be resolved in this way.' },
  'exception.no_payment': {
    status: 422,
    message: 'No payment of ours has this name, amount and account and is still missing at the bank.',
  },
  ...tradeErrors,
  ...serviceErrors,
  'rate.limited': { status: 429, message: 'Too many requests. Wait a moment.' },
  'stream.two_open': {
    status: 429,
    message: 'Two lists or files of yours are still on their way. Wait until one of them has come.',
  },
  'bank.silent': { status: 503, message: 'The bank does not answer. Nothing was changed; try again later.' },
  'server.busy': { status: 503, message: 'The server is busy. Nothing was changed; try again in a moment.' },
  'server.fault': { status: 500, message: 'Error occurred while processing your request. Nothing was changed.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
