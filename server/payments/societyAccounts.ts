import { toAmount } from '#contract/kit/money.ts'
import {
  accountPurposes,
  proposingRefused,
  societyAccount,
  societyAccountFlow,
  type AccountPurpose,
  type SocietyAccount,
} from '#contract/payments/societyAccounts.ts'
import { accountProblems } from '#server/farmers/accountLookUps.ts'
import { lookUpOwn, lookUpProposed, mustStillBeHeld, ownHolder, writeAccount } from '#server/farmers/ownBankAccounts.ts'
import { currencyOfAccount } from '#server/kit/bank/bankAccounts.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import {
  changeKind,
  changeParts,
  getChange,
  openChange,
  type StoredChange,
} from '#server/kit/records/changeRequests.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { Refused } from '#server/kit/refused.ts'
import { mustBeOwn, type Organisation } from '#server/kit/scope.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { around, done } from '#server/kit/web/serve.ts'
import { openAccounts } from '#server/ledger/accounts.ts'
import { mirrorOf } from './mirrorOf.ts'

const kind = changeKind(societyAccountFlow)

type StoredAccount = Omit<SocietyAccount, 'currency' | 'bookBalance' | 'availableBalance'> & {
  bookCents: bigint
  availableCents: bigint
}

/** The accounts of a society, or of every society in reach, in the order in which money passes. */
async function readAccounts(tx: Tx, organisation: Organisation): Promise<SocietyAccount[]> {
  const stored = await rows(
    tx,
    sql<StoredAccount>`select s.id, s.purpose, s.account_number as "accountNumber", s.account_name as "accountName",
        l.debits_cents - l.credits_cents as "bookCents", l.debits_cents - l.credits_cents - l.held_credits_cents as "availableCents",
        (select max(to_on) from bank_statements b where b.account_number = s.account_number) as "upTo",
        exists (select from bank_statement_pulls p where p.account_number = s.account_number and p.outcome = 'WAITING')
          or exists (select from bank_statements b where b.account_number = s.account_number and b.matched_at is null) as "isAsking",
        o.name as "organisationName", o.code as "organisationCode"
      from society_accounts s join organisations o on o.id = s.organisation_id join ledger_accounts l on l.id = s.ledger_account_id
      where ${organisation ? sql`s.organisation_id = ${organisation.id}` : sql`true`}
      order by o.name, array_position(${Object.keys(accountPurposes)}::text[], s.purpose)`,
  )
  return stored.map(({ bookCents, availableCents, ...account }) => ({
    ...account,
    currency: accountPurposes[account.purpose].currency,
    bookBalance: toAmount(bookCents),
    availableBalance: toAmount(availableCents),
  }))
}

type Values = { accountNumber: string; accountName: string }
const nothing: Values = { accountNumber: '', accountName: '' }
type Proposal = { accountNumber: string; purpose: AccountPurpose }

export const societyAccounts = serveRecord(societyAccount, {
  ...changeParts(kind),
  steps: {
    approve: {
      prepare: ({ house, actor, ids }) => lookUpProposed({ house, actor, kind }, ids),
      effect:
        ({ tx }) =>
        ({ id }) =>
          putInForce(tx, id),
      message: 'Approved: the account is in force',
    },
  },
  calls: (read) => ({
    list: ({ tx, organisation }) => readAccounts(tx, organisation),
    propose: around({
      prepare: async ({ house, actor, organisation, body }) => {
        const refused = proposingRefused(actor)
        if (refused) throw new Refused(refused)
        mustBeOwn(actor, organisation)
        mustFit(body)
        // A bucket of its own: names behind numbers must not be collected.
        takeToken(house, `accounts ${actor.userId}`, 'lookUp')
        await lookUpOwn(house, actor, body.accountNumber)
        return null
      },
      act: async ({ tx, actor, organisation, body, request }) => {
        await mustBeFree(tx, actor.organisationId, body)
        const holder = await ownHolder(tx, actor.organisationId, body.accountNumber)
        if (holder.outcome !== 'found') throw wrongNumber(accountProblems[holder.outcome])
        const { accountName } = holder
        const known = await readAccounts(tx, organisation)
        const before = known.find(({ purpose }) => purpose === body.purpose)
        const id = await openChange({
          tx,
          actor,
          kind,
          targetId: `${actor.organisationCode}/${body.purpose}`,
          organisationId: actor.organisationId,
          title: accountPurposes[body.purpose].label,
          before: before ? { accountNumber: before.accountNumber, accountName: before.accountName } : nothing,
          after: { accountNumber: body.accountNumber, accountName },
          reason: body.reason,
          requestId: request.id,
        })
        return read(tx, actor, id)
      },
      settle: async (_call, data) => done('Sent for approval', data),
    }),
  }),
})

const wrongNumber = (message: string) =>
  new Refused('input.invalid', { details: { fields: { accountNumber: message } } })

/** Whether the number is one of the currency. Source: specification 2, section 5. */
function mustFit({ accountNumber, purpose }: Proposal): void {
  const isDollars = accountPurposes[purpose].currency === 'USD'
  const isOfDollars = currencyOfAccount(accountNumber) === 'USD'
  if (isDollars && !isOfDollars) throw wrongNumber('Valid dollar accounts start with 02.')
  if (!isDollars && isOfDollars) throw wrongNumber('An account of shillings does not start with 02.')
}

/** A main account of a fund can be nobody else's, and no account serves two purposes. */
async function mustBeFree(tx: Tx, organisationId: string, { accountNumber, purpose }: Proposal): Promise<void> {
  const { isOfFund, isTaken } = await one(
    tx,
    sql<{ isOfFund: boolean; isTaken: boolean }>`select is_account_of_fund(${accountNumber}) as "isOfFund",
      exists (select from society_account_numbers where account_number = ${accountNumber}
        and not (organisation_id = ${organisationId} and purpose = ${purpose})) as "isTaken"`,
  )
  if (isOfFund) throw wrongNumber(`${accountNumber} cannot be the account of a society: it is a main account of a fund`)
  if (isTaken) throw wrongNumber('Another account of a society has this number')
}

/** Writes the approved number. Refuses what is no longer as it was proposed: the account before, or the name at the bank. */
async function putInForce(tx: Tx, id: string): Promise<void> {
  const change = await getChange(tx, kind, id)
  const { organisation_id: organisationId } = change
  const { purpose, before, after } = proposed(change)
  const name = await mustStillBeHeld(tx, organisationId, after)
  await mustBeFree(tx, organisationId, { accountNumber: after.accountNumber, purpose })
  const mirror = mirrorOf(organisationId, purpose)
  const { id: ledgerId } = (await openAccounts(tx, [mirror]))(mirror)
  await writeAccount(
    tx,
    before.accountNumber
      ? sql`update society_accounts set account_number = ${after.accountNumber}, account_name = ${name}, changed_at = ${now()}
          where organisation_id = ${organisationId} and purpose = ${purpose} and account_number = ${before.accountNumber}`
      : sql`insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
          values (${newId()}, ${organisationId}, ${purpose}, ${after.accountNumber}, ${name}, ${ledgerId}, ${now()}, ${now()})`,
  )
}

const proposed = ({ target_id: target, before, after }: StoredChange) => ({
  purpose: target.split('/')[1] as AccountPurpose, // border: what `propose` wrote
  before: before as Partial<Values>,
  after: after as Partial<Values> & { accountNumber: string },
})
