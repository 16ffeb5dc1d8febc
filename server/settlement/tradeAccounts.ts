import { makingRefused } from '#contract/kit/proposal.ts'
import { tradeAccount, tradeAccountFlow, tradePurposes, type TradePurpose } from '#contract/settlement/tradeAccounts.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { accountProblems } from '#server/farmers/accountLookUps.ts'
import { lookUpOwn, lookUpProposed, mustStillBeHeld, ownHolder, writeAccount } from '#server/farmers/ownBankAccounts.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { changeKind, changeParts, getChange, openChange } from '#server/kit/records/changeRequests.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { Refused, wrongField } from '#server/kit/refused.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { readTradeAccounts } from './tradeAccountRows.ts'

const kind = changeKind(tradeAccountFlow)

type Values = { accountNumber: string; accountName: string }
type Holder = { id: string; code: string; name: string; type: string }

export const tradeAccounts = serveRecord(tradeAccount, {
  ...changeParts(kind),
  steps: {
    approve: {
      prepare: ({ house, actor, ids }) => lookUpProposed({ house, actor, kind }, ids),
      effect:
        ({ tx, actor }) =>
        ({ id }) =>
          putInForce(tx, actor, id),
      message: 'Approved: the account is in force',
    },
  },
  calls: (read) => ({
    list: ({ tx }) => readTradeAccounts(tx),
    propose: around({
      prepare: async ({ house, actor, body }) => {
        const refused = makingRefused(tradeAccountFlow, actor)
        if (refused) throw new Refused(refused)
        if (actor.organisationType !== 'COOPERATIVE_BANK') throw new Refused('organisation.not_allowed')
        // A bucket of its own: names behind numbers must not be collected.
        takeToken(house, `accounts ${actor.userId}`, 'lookUp')
        await lookUpOwn(house, actor, body.accountNumber)
        return null
      },
      act: async ({ tx, actor, body, request }) => {
        const { accountNumber, purpose, reason } = body
        const holder = await holderNamed(tx, body.organisationCode, purpose)
        await mustBeFree(tx, { accountNumber, purpose, organisationId: holder.id })
        const known = await ownHolder(tx, actor.organisationId, accountNumber)
        if (known.outcome !== 'found') throw wrongField('accountNumber', accountProblems[known.outcome])
        const before = (await readTradeAccounts(tx)).find(
          (account) => account.purpose === purpose && account.organisationCode === holder.code,
        )
        const id = await openChange({
          tx,
          actor,
          kind,
          targetId: `${holder.code}/${purpose}`,
          organisationId: actor.organisationId,
          title: purpose === 'PROVIDER' ? holder.name : tradePurposes[purpose].label,
          before: { accountNumber: before?.accountNumber ?? '', accountName: before?.accountName ?? '' },
          after: { accountNumber, accountName: known.accountName },
          reason,
          requestId: request.id,
        })
        return read(tx, actor, id)
      },
      settle: async (_call, data) => done('Sent for approval', data),
    }),
  }),
})

/** Whose account it is to be: of anybody who is paid of sales, lenders among them, the one; of the bank three more. */
async function holderNamed(tx: Tx, code: string, purpose: TradePurpose): Promise<Holder> {
  const [holder] = await rows(tx, sql<Holder>`select id, code, name, type from organisations where code = ${code}`)
  const isOwn = purpose === 'PROVIDER' || holder?.type === 'COOPERATIVE_BANK'
  if (!holder || !isOwn || ['FARMER_SOCIETY', 'BUYER', 'GOVERNMENT'].includes(holder.type))
    throw wrongField('organisationCode', 'This organisation has no such account')
  return holder
}

type Wanted = { accountNumber: string; purpose: TradePurpose; organisationId: string }
/** A main account of a fund and an account of a society can be nobody else's, and no account serves two purposes. */
async function mustBeFree(tx: Tx, { accountNumber, purpose, organisationId }: Wanted): Promise<void> {
  const { isTaken } = await one(
    tx,
    sql<{
      isTaken: boolean
    }>`select is_account_of_fund(${accountNumber}) or exists (select from society_account_numbers where account_number = ${accountNumber})
      or exists (select from trade_accounts where account_number = ${accountNumber} and not (organisation_id = ${organisationId} and purpose = ${purpose})) as "isTaken"`,
  )
  if (isTaken) throw wrongField('accountNumber', 'Another account here has this number')
}

/** Writes the approved number. Refuses what is no longer as it was proposed: the account before, or the name at the bank. */
async function putInForce(tx: Tx, actor: Actor, id: string): Promise<void> {
  const change = await getChange(tx, kind, id)
  const [code, purpose] = change.target_id.split('/') as [string, TradePurpose] // border: what `propose` wrote
  // border: what `propose` wrote; what is the same before and after is left out
  const before = change.before as Partial<Values>
  const after = change.after as Partial<Values> & Pick<Values, 'accountNumber'>
  const accountName = await mustStillBeHeld(tx, actor.organisationId, after)
  const { id: organisationId } = await holderNamed(tx, code, purpose)
  await mustBeFree(tx, { accountNumber: after.accountNumber, purpose, organisationId })
  const at = now()
  await writeAccount(
    tx,
    before.accountNumber
      ? sql`update trade_accounts set account_number = ${after.accountNumber}, account_name = ${accountName}, changed_at = ${at}
          where organisation_id = ${organisationId} and purpose = ${purpose} and account_number = ${before.accountNumber}`
      : sql`insert into trade_accounts (id, organisation_id, purpose, account_number, account_name, opened_at, changed_at)
          values (${newId()}, ${organisationId}, ${purpose}, ${after.accountNumber}, ${accountName}, ${at}, ${at})`,
  )
}
