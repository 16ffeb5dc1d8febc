import { farmerNotes, type FarmerNoteCode } from '#contract/farmers/createdFarmers.ts'
import { nameMatch } from '#server/kit/bank/bankNames.ts'
import type { Tx } from '#server/kit/db.ts'
import { findLookUp, type AccountLookUp } from './accountLookUps.ts'
import type { StoredCreatedFarmer } from './createdFarmerRows.ts'
import { isPaidElsewhere, isRegisteredElsewhere } from './elsewhere.ts'
import { findSharing, sharingMessage } from '#server/farmers/uploads/sharing.ts'

type FarmerNote = { code: string; message: string }

const note = (code: FarmerNoteCode): FarmerNote => ({ code, message: farmerNotes[code].message })

/** Everything a decider should look at before this farmer counts. */
export async function findNotes(tx: Tx, farmer: StoredCreatedFarmer): Promise<FarmerNote[]> {
  const notes: FarmerNote[] = []
  if (await isRegisteredElsewhere(tx, farmer.id_number, farmer.organisation_id))
    notes.push(note('registered_elsewhere'))
  const lookUp = await findLookUp(tx, accountOf(farmer))
  if (!lookUp) notes.push(note('account_unchecked'))
  else if (lookUp.outcome !== 'found') notes.push(note('account_refused'))
  else if (!fits(farmer, lookUp))
    notes.push({ code: 'name_differs', message: `The bank knows the account as ${lookUp.accountName}` })
  if (await isPaidElsewhere(tx, accountOf(farmer))) notes.push(note('account_elsewhere'))
  return [...notes, ...(await sharing(tx, farmer)), ...farmer.entry_notes]
}

/** How well the name that the bank knows fits the farmer's. */
export const fits = (farmer: Pick<StoredCreatedFarmer, 'full_name'>, lookUp: AccountLookUp): boolean =>
  nameMatch(farmer.full_name, lookUp.accountName).matches

export const accountOf = (farmer: StoredCreatedFarmer) => ({
  organisationId: farmer.organisation_id,
  institution: farmer.institution_code,
  accountNumber: farmer.account_number,
})

/** More members on one account or phone than the setting allows are pointed out. */
async function sharing(tx: Tx, farmer: StoredCreatedFarmer): Promise<FarmerNote[]> {
  const { mobile, account } = await findSharing(tx, {
    id: farmer.id,
    mobileNumber: farmer.mobile_number,
    ...accountOf(farmer),
  })
  return [
    ...(account.isMany ? [{ code: 'shared_account', message: sharingMessage(account, 'account') }] : []),
    ...(mobile.isMany ? [{ code: 'shared_mobile', message: sharingMessage(mobile, 'mobile number') }] : []),
  ]
}
