/** What becomes of what stands about a person in these tables, when he asks to be forgotten and two people agreed. */
type ErasureRule = {
  what: string
  tables: readonly string[]
  /** Of who never traded: no delivery, limit, loan, payment, deduction, printed statement or account of the ledger. */
  neverTraded: string
  traded: string
  why: string
}

const right = 'Data Protection Act 2019, section 40'
const books = 'Tax Procedures Act 2015, section 23: books of money and coffee, five years at least'

/** The rules of erasing, in the order of the life of a member. The migration with erase_member() carries them out in one transaction. */
export const erasureRules: readonly ErasureRule[] = [
  {
    what: 'The register',
    tables: ['farmers'],
    neverTraded: 'emptied; a numbered stub stays, with the ward and the acres, which name nobody',
    traded: 'the same, and the member number stays',
    why: `${right}. The trail and the books point to the row; without a name it is nobody’s.`,
  },
  {
    what: 'Plots',
    tables: ['farm_plots'],
    neverTraded: 'removed',
    traded: 'the outline stays; names, notes and who measured go',
    why: 'Regulation (EU) 2023/1115, article 9: where coffee grew that was sold is shown for five years',
  },
  {
    what: 'Rows of decided files',
    tables: ['upload_rows', 'upload_row_checks', 'upload_problems'],
    neverTraded:
      'emptied in files of members; in others the ID and what else names him. A file that is not decided is decided first',
    traded: 'the same',
    why: right,
  },
  {
    what: 'Earlier requests of changes',
    tables: ['change_requests'],
    neverTraded: 'values, reasons and names emptied; who asked and decided stays',
    traded: 'the same',
    why: right,
  },
  {
    what: 'Texts, notifications, findings, what the bank said of the account',
    tables: ['farmer_texts', 'notifications', 'quality_findings', 'account_look_ups'],
    neverTraded: 'removed',
    traded: 'removed; the look-up of an account that another member is paid to stays',
    why: right,
  },
  {
    what: 'Loans and payments',
    tables: ['loan_requests', 'schedule_lines', 'payment_retries', 'payouts'],
    neverTraded: 'there are none',
    traded: 'names masked; amounts, days and the account that was paid stay',
    why: books,
  },
]

/** What may still hold a word of the person afterwards, and why. A test finds every other column empty of him. */
export const erasureLeftovers: readonly { columns: readonly string[]; what: string; why: string }[] = [
  {
    columns: ['audit_events.title', 'audit_events.changes', 'audit_events.comment'],
    what: 'The trail',
    why: 'Each event is sealed by the next: a word taken out would be found as a forgery. Only who may read the trail reads it; the page and the pack of the member show its lines without names and values. Section 40 (3): kept as evidence.',
  },
  {
    columns: [
      'loan_requests.account_number',
      'schedule_lines.account_number',
      'payment_retries.account_number',
      'payment_retries.old_account_number',
      'payouts.account_number',
      'payout_legs.to_account',
      'rtgs_files.document',
      'bank_messages.body',
      'bank_statement_lines.narration',
      'loan_requests.narration',
    ],
    what: 'What proves that money was paid: the account it went to, and the words of the bank',
    why: books,
  },
  {
    columns: ['member_statements.initials'],
    what: 'Initials, of a loan statement that was printed',
    why: 'Whoever holds the paper checks it by them; the register of papers is append-only',
  },
  {
    columns: ['farm_plots.geometry'],
    what: 'Where coffee grew that was delivered',
    why: 'Regulation (EU) 2023/1115, article 9',
  },
  {
    columns: ['file_pieces.bytes'],
    what: 'The file itself, among the rows of others',
    why: 'One person cannot be taken out of it; it goes by its age (keptFileDays, keptRefusedFileDays)',
  },
  {
    columns: ['idempotency_keys.answer', 'mails.sealed'],
    what: 'Answers to calls that may be repeated, and letters that were sent',
    why: 'They go by their age: answers after a day, letters with the notifications',
  },
]
