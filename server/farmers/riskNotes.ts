import { lifeStateRules } from '#contract/lifeStates.ts'
import { riskNotes, type RiskCode } from '#contract/updateRequests.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { nameMatch } from '#server/kit/bankNames.ts'
import { now } from '#server/kit/clock.ts'
import { one, sql, type Tx } from '#server/kit/db.ts'
import { readSetting } from '#server/settings/settings.ts'
import { findFreshWord, type WordOfBank } from './accountLookUps.ts'
import { identityOf, nameOf, type FarmerRecord, type Values } from './farmerValues.ts'

type Note = ChangeRequest['notes'][number]

const latelyMs = 90 * 86_400_000
const nameKeys = ['firstName', 'middleName', 'lastName', 'companyName'] as const

/** Whether a change leads the money elsewhere. */
export const movesMoney = (after: Values): boolean =>
  after.institution !== undefined || after.accountNumber !== undefined

/** Whether the name and the account must be compared anew. */
export const concernsAccount = (after: Values): boolean =>
  movesMoney(after) || nameKeys.some((key) => after[key] !== undefined)

/** Everything a decider should look at before these values become the farmer's. The bank was asked before. */
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
  const notes: Note[] = []
  if (movesMoney(after)) {
    // A change to the account of even one other member is worth a look, whatever the setting for files says.
    const others = await countOthers(tx, farmer, sharedAccount(merged))
    if (others > 0) notes.push(shared('account_shared', others))
    if (await isPaidElsewhere(tx, merged, farmer.organisationId)) notes.push(note('account_elsewhere'))
    if (farmer.accountChangedAt && now().getTime() - farmer.accountChangedAt.getTime() < latelyMs)
      notes.push(note('account_changed_lately'))
  }
  if (after.mobileNumber !== undefined) {
    const others = await countOthers(tx, farmer, sql`f.mobile_number = ${after.mobileNumber}`)
    if (others + 1 > (await readSetting(tx, 'sharedAccountWarning'))) notes.push(shared('mobile_shared', others))
  }
  if (concernsAccount(after)) notes.push(...(await accountNotes(tx, farmer, merged)))
  const returns = farmer.lifeState === 'TRANSFERRED' && lifeState !== undefined
  const identity = identityOf(after) ?? (returns ? identityOf(farmer.values) : undefined)
  if (identity !== undefined && (await isRegisteredElsewhere(tx, identity, farmer.organisationId)))
    notes.push(note('registered_elsewhere'))
  const { warning } = lifeStateRules[farmer.lifeState]
  if (warning && (warning.of === 'every change' || movesMoney(after))) notes.push(note(warning.code))
  return notes
}

/** How well the name that the bank knows fits the farmer's. */
export const fits = (values: Values, word: WordOfBank): boolean => nameMatch(nameOf(values), word.accountName).matches

export const note = (code: RiskCode): Note => ({ code, message: riskNotes[code].message })

const shared = (code: 'account_shared' | 'mobile_shared', others: number): Note => {
  const who = others === 1 ? '1 other member' : `${others} other members`
  return { code, message: `${who}: same ${code === 'account_shared' ? 'account' : 'mobile number'}` }
}

async function accountNotes(tx: Tx, farmer: FarmerRecord, merged: Values): Promise<Note[]> {
  const word = await findFreshWord(tx, {
    organisationId: farmer.organisationId,
    institution: merged.institution ?? '',
    accountNumber: merged.accountNumber ?? '',
  })
  if (word?.outcome !== 'found') return word ? [] : [note('account_unchecked')]
  return fits(merged, word)
    ? []
    : [{ code: 'name_differs', message: `The bank knows the account as ${word.accountName}` }]
}

const sharedAccount = ({ institution, accountNumber }: Values) =>
  sql`f.institution_code = ${institution} and f.account_number = ${accountNumber}`

async function countOthers(tx: Tx, farmer: FarmerRecord, same: ReturnType<typeof sql>): Promise<number> {
  const { n } = await one(
    tx,
    sql<{
      n: number
    }>`select count(*)::int as n from farmers f where f.organisation_id = ${farmer.organisationId} and f.id <> ${farmer.id}
      and f.status <> 'REJECTED' and f.life_state <> 'TRANSFERRED' and ${same}`,
  )
  return n
}

async function isPaidElsewhere(tx: Tx, { institution, accountNumber }: Values, society: string): Promise<boolean> {
  const { found } = await one(
    tx,
    sql<{ found: boolean }>`select account_elsewhere(${institution}, ${accountNumber}, ${society}) as found`,
  )
  return found
}

async function isRegisteredElsewhere(tx: Tx, identity: string, society: string): Promise<boolean> {
  const { found } = await one(
    tx,
    sql<{ found: boolean }>`select registered_elsewhere(${identity}, ${society}) as found`,
  )
  return found
}
