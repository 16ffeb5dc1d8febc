/** Marks rows that the bank has not answered for yet: what is said of them changes while they are looked at. */
export const awaitedAnswer = 'bank_silent'

/** Causes whose message differs from row to row: the heading and the advice for the whole group. */
export const problemGroups: Readonly<Record<string, { title: string; help: string }>> = {
  required: { title: 'Value is missing', help: 'Fill the cells, or leave the rows out.' },
  repeated_in_file: { title: 'Same value twice in this file', help: 'Keep one of the rows, or correct the value.' },
  registered_here: { title: 'Already registered in this society', help: 'Leave the row out, or correct the number.' },
  registered_elsewhere: {
    title: 'Registered in another society',
    help: 'You can send the row; the checker must give a reason to register it.',
  },
  not_overridden: {
    title: 'Registered in another society',
    help: 'Approve again with a reason for the row, or decline.',
  },
  shared_account: {
    title: 'Account of more members than allowed',
    help: 'You can send the rows; check that the account is right.',
  },
  shared_mobile: {
    title: 'Mobile number of more members than allowed',
    help: 'You can send the rows; check that the number is right.',
  },
  unknown_member: {
    title: 'No approved, active member has this number',
    help: 'Correct the number, or register the member first.',
  },
  unknown_factory: { title: 'Not an open factory of this society', help: 'Write its code or name, or leave it empty.' },
  day_not_taken: {
    title: 'Day that takes no delivery',
    help: 'Correct the date. Days long ago need a correction with a reason.',
  },
  too_heavy: { title: 'More than may be weighed at once', help: 'Correct the weight, or split the delivery.' },
  receipt_used: { title: 'Receipt that was entered before', help: 'Leave the row out, or correct the number.' },
  same_delivery: {
    title: 'Same member, day and weight twice',
    help: 'You can send the rows; check that nothing was entered twice.',
  },
  much_per_tree: {
    title: 'More per tree than expected',
    help: 'You can send the rows; check the weights and the number of trees.',
  },
  id_differs: { title: 'ID number of somebody else', help: 'Correct the ID number or the member number.' },
  name_differs: {
    title: 'Name differs from the register',
    help: 'You can send the rows; check that they name the right members.',
  },
  other_grower: { title: 'Grower code of another society', help: 'Correct the code, or leave the cell empty.' },
  season_closed: { title: 'Season that is not open', help: 'Write an open season, such as the current one.' },
  too_many_kilograms: { title: 'More kilograms than a row may have', help: 'Correct the kilograms.' },
  too_many_acres: {
    title: 'Too much land for the fund',
    help: 'Leave the row out, or send the file to the bank.',
  },
  more_than_brought: {
    title: 'More than the approved cherry of the member',
    help: 'Correct the kilograms, or have the deliveries approved first.',
  },
  repeated_outturn: {
    title: 'Outturn, grade and split twice in this file',
    help: 'Keep one of the rows, or give each a split number of its own.',
  },
  outturn_held: {
    title: 'Outturn, grade and split of another record',
    help: 'You can send the rows: they wait on hold until the other record is gone.',
  },
  sale_held: {
    title: 'Sale that takes no coffee',
    help: 'You can send the rows: they wait on hold until the sale is in the calendar.',
  },
  other_broker: { title: 'Broker or marketer of others', help: 'Write your own code, or let them send the file.' },
  day_ahead: { title: 'Day that has not come yet', help: 'Correct the date.' },
  bags_and_weight: {
    title: 'Bags and pockets that are not the weight',
    help: 'Correct the bags, the pockets or the weight: a bag is 60 kg, and pockets are what is left over.',
  },
  outturn_taken: {
    title: 'Outturn of another record',
    help: 'Correct the outturn, or leave the row out: it counts once in a season, unless the mill has bulked it of several societies.',
  },
  more_than_cherry: {
    title: 'More parchment than the approved cherry gives',
    help: 'Correct the net weights, or have the deliveries approved first.',
  },
  whole_and_split: {
    title: 'Whole of a grade beside a split of it',
    help: 'Number every part of the grade, or keep one row for the whole of it.',
  },
  dispatched_already: {
    title: 'Coffee that is dispatched already',
    help: 'Leave the row out, or correct the outturn, the grade or the split.',
  },
  other_miller: { title: 'Mill that does not send the file', help: 'Write the code of your own mill.' },
  other_season: {
    title: 'More than one season in the file',
    help: 'Send the rows of each season in a file of their own.',
  },
  other_salenumber: {
    title: 'More than one sale in the file',
    help: 'Send the rows of each sale in a file of their own.',
  },
  other_warehouse: {
    title: 'More than one warehouse in the file',
    help: 'Send the rows of each warehouse in a file of their own.',
  },
  sale_closed: { title: 'Sale that takes no dispatch', help: 'Write the number of a sale that is still open.' },
  more_than_parchment: {
    title: 'More clean coffee than parchment came in',
    help: 'Correct the weights, or the outturn.',
  },
  recovery: {
    title: 'Not as much of the parchment as is usual',
    help: 'You can send the rows; check the weights of the outturn.',
  },
  no_parchment: {
    title: 'Outturn without a parchment record',
    help: 'You can send the rows; check the outturn, so that its society is known.',
  },
  mill_letters: {
    title: 'Letters of another mill',
    help: 'You can send the rows; check that the outturns are yours.',
  },
  net_weight: { title: 'Net weight is not gross less tare', help: 'Correct a weight, or leave the net weight empty.' },
  bank_refused: {
    title: 'Account that the bank refuses',
    help: 'What it still refuses at the approval is not registered.',
  },
  bank_name: {
    title: 'Account in another name',
    help: 'Compare the names. Whoever is registered so is marked, and paid only after somebody has looked.',
  },
  [awaitedAnswer]: {
    title: 'Account that the bank has not answered for yet',
    help: 'You need not wait: the rest is looked up at the approval.',
  },
  bank_found: { title: 'Account found by the bank, in this name', help: 'Nothing is to be done.' },
  account_refused: {
    title: 'Account not accepted by the bank',
    help: 'Ask the member for the right account and upload the row again.',
  },
}
