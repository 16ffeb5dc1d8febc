import { lifeStateRules } from '#contract/farmers/lifeStates.ts'
import { riskNotes, type RiskCode } from '#contract/farmers/updateRequests.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { nameMatch } from '#server/kit/bank/bankNames.ts'
import { now } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { findFreshLookUp, type AccountLookUp } from '#server/farmers/accountLookUps.ts'
import { erased, hasTraded } from './erasing.ts'
import { isPaidElsewhere, isRegisteredElsewhere } from '#server/farmers/elsewhere.ts'
import { identityOf, nameOf, type FarmerRecord, type Values } from '#server/farmers/farmerValues.ts'
import { findSharing, sharingMessage, type SharedValues, type Sharing } from '#server/farmers/uploads/sharing.ts'

type Note = ChangeRequest['notes'][number]

const latelyMs = 90 * 86_400_000
const nameKeys = ['firstName', 'middleName', 'lastName', 'companyName'] as const

/** Whether a change leads the money elsewhere. */
export const movesMoney = (after: Values): boolean =>
  after.institution !== undefined || after.accountNumber !== undefined

/** Whether the name and the account must be compared anew. */
export const concernsAccount = (after: Values): boolean =>
  movesMoney(after) || nameKeys.some((key) => after[key] !== undefined)

/** Everything a decider should look at before these values become the farmer's. The account was looked up before. */
export async function findRisks({
  tx,
  farmer,
  after,
  lifeState,
}: {
  tx: Tx
  farmer: FarmerRecord
  after: Values
  lifeState?: string | undefined
}): Promise<Note[]> {
  const merged = { ...farmer.values, ...after }
  const shared = sharedValues(farmer, merged)
  const notes: Note[] = []
  // Who comes back counts again.
  const returns = farmer.lifeState === 'TRANSFERRED' && lifeState !== undefined && lifeState !== erased
  notes.push(
    ...(await findSharers(tx, shared, {
      account: movesMoney(after) || returns,
      mobile: after.mobileNumber !== undefined || returns,
    })),
  )
  if (movesMoney(after)) {
    if (await isPaidElsewhere(tx, shared)) notes.push(note('account_elsewhere'))
    if (farmer.accountChangedAt && now().getTime() - farmer.accountChangedAt.getTime() < latelyMs)
      notes.push(note('account_changed_lately'))
  }
  if (concernsAccount(after)) notes.push(...(await accountNotes(tx, shared, merged)))
  const identity = identityOf(after) ?? (returns ? identityOf(farmer.values) : undefined)
  if (identity !== undefined && (await isRegisteredElsewhere(tx, identity, farmer.organisationId)))
    notes.push(note('registered_elsewhere'))
  if (lifeState === erased) notes.push(note((await hasTraded(tx, farmer.id)) ? 'masks' : 'erases'))
  const { warning } = lifeStateRules[farmer.lifeState]
  if (warning && (warning.of === 'every change' || movesMoney(after))) notes.push(note(warning.code))
  return notes
}

/** How well the name that the bank knows fits the farmer's. */
export const fits = (values: Values, lookUp: AccountLookUp): boolean =>
  nameMatch(nameOf(values), lookUp.accountName).matches

const note = (code: RiskCode): Note => ({ code, message: riskNotes[code].message })

async function findSharers(
  tx: Tx,
  values: SharedValues,
  changed: { account: boolean; mobile: boolean },
): Promise<Note[]> {
  if (!changed.account && !changed.mobile) return []
  const { account, mobile } = await findSharing(tx, values)
  return [
    ...(changed.account ? accountSharing(account) : []),
    ...(changed.mobile && mobile.isMany
      ? [{ code: 'mobile_shared', message: sharingMessage(mobile, 'mobile number') }]
      : []),
  ]
}

// Moving a member to the account of even one other is worth a look, however many the setting allows.
const accountSharing = (sharing: Sharing): Note[] => {
  if (sharing.others === 0) return []
  const code: RiskCode = sharing.isMany ? 'account_shared' : 'account_of_another'
  return [{ code, message: sharingMessage(sharing, 'account') }]
}

const sharedValues = ({ id, organisationId }: FarmerRecord, merged: Values): SharedValues => ({
  id,
  organisationId,
  mobileNumber: merged.mobileNumber ?? '',
  institution: merged.institution ?? '',
  accountNumber: merged.accountNumber ?? '',
})

async function accountNotes(tx: Tx, shared: SharedValues, merged: Values): Promise<Note[]> {
  const lookUp = await findFreshLookUp(tx, shared)
  if (lookUp?.outcome !== 'found') return lookUp ? [] : [note('account_unchecked')]
  return fits(merged, lookUp)
    ? []
    : [{ code: 'name_differs', message: `The bank knows the account as ${lookUp.accountName}` }]
}
