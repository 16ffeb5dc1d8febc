/** Where the money can go, as the farmer's record says it. */
export type InstitutionType = 'BANK' | 'M-PESA' | 'SACCO' | 'MFB'

/** Who answers for an account: our own bank's core, another institution through PesaLink (IPSL), or M-PESA. */
export type BankChannel = 'internal' | 'pesalink' | 'mpesa'

/** One account to look up; institutionCode is the bank code ('11'), the pic ('0011') or a participant ('UNAIKEPC'). */
export type BankAccount = { institutionCode: string; institutionType: InstitutionType; accountNumber: string }

/** An account in the one spelling that is sent and compared; isPossible false means no such account can exist. */
export type PlainAccount = { channel: BankChannel; pic: string; accountNumber: string; isPossible: boolean }

/** Participant code of Co-operative Bank, whose accounts are checked inside the bank. Source: specification 2, section 5. */
export const internalPic = '0011'

/** In which money an account at Co-operative Bank is kept: its dollar accounts begin with 02. Source: specification 2, section 5. */
export const currencyOfAccount = (accountNumber: string): 'KES' | 'USD' =>
  /^02\d{12}$/.test(accountNumber) ? 'USD' : 'KES'

const mpesaPic = 'MPESA'
const mpesaCodes = new Set(['MPESA', 'M-PESA', 'SAFAKEPC'])

/** The account with its spaces gone, its institution as a pic and an M-PESA number as 254XXXXXXXXX. */
export function plainAccount(
  account: Omit<BankAccount, 'institutionType'> & { institutionType?: string },
): PlainAccount {
  const code = account.institutionCode.trim().toUpperCase()
  const number = account.accountNumber.replace(/[\s-]/g, '').toUpperCase()
  if (account.institutionType === 'M-PESA' || mpesaCodes.has(code)) {
    const mobile = /^(?:\+?254|0)?([17]\d{8})$/.exec(number)?.[1]
    const accountNumber = mobile ? `254${mobile}` : number
    return { channel: 'mpesa', pic: mpesaPic, accountNumber, isPossible: mobile !== undefined }
  }
  // A pic is the bank code padded to four digits; spreadsheets also lose the leading zero of a code.
  const pic = /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code
  if (pic === internalPic) {
    return { channel: 'internal', pic, accountNumber: number, isPossible: /^\d{14}$/.test(number) }
  }
  const isPossible = /^(\d{4}|[A-Z0-9]{8,11})$/.test(pic) && /^[A-Z0-9]{4,34}$/.test(number)
  return { channel: 'pesalink', pic, accountNumber: number, isPossible }
}

/** The key of an account in the answer of lookUpMany: the same for every spelling of the same account. */
export function accountKey(account: Parameters<typeof plainAccount>[0]): string {
  const { pic, accountNumber } = plainAccount(account)
  return `${pic}:${accountNumber}`
}
