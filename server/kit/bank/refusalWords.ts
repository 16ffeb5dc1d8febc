/** What the refusals of the bank (Co-operative Bank Connect) and of M-PESA (Daraja) mean, by their codes. */
const meanings: Readonly<Record<string, string>> = {
  '40507020': 'There is not enough money on the account that pays',
  '20020000': 'The account does not exist',
  '40000126': 'The account does not exist',
  '40200284': 'The account is closed',
  '40000132': 'The account is closed',
  '40409528': 'The account is dormant',
  '40007325': 'The account takes no credits',
  '40180193': 'The account takes no credits',
  '40180194': 'The account that pays allows no debits',
  '-3': 'The amount is not valid',
  '-6': 'The amount is above the most for one transfer',
  '-9': 'The currency is not that of the account',
  '1': 'There is not enough money on the account that pays',
  '2': 'The amount is below the least for one payment',
  '3': 'The amount is above the most for one payment',
  '4': 'The limit of the day is used up',
  '8': 'The member’s M-PESA would hold more than it may',
  '2006': 'The M-PESA account is not active',
  '2040': 'The number is not registered with M-PESA',
  '8006': 'The sender is locked at M-PESA',
  SFC_IC0003: 'The number is not registered with M-PESA',
}
/** Words that say no more than that it was refused. */
const sayNothing = /^(failed|full failure|failure|refused|result code \S+)?$/i

/** Why the bank did not pay, as a person reads it: what its code means, else its own words, else the code. */
export function refusalInWords({ code, words }: { code: string; words: string }): string {
  const own = words.trim()
  const meaning = meanings[/^result code (\S+)$/i.exec(own)?.[1] ?? code]
  if (meaning) return meaning
  return sayNothing.test(own) ? `Rejected with code ${code}` : own
}
