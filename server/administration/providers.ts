import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { wrongField } from '#server/kit/refused.ts'
import type { ProposedChange, Subject, Values } from './subject.ts'

type ProviderValues = {
  issuer: string
  clientId: string
  demand: 'PASSWORDS' | 'REQUIRED'
  breakGlass: string
  status: 'ON' | 'OFF'
  /** Requested: the sealed secret of this change takes the place of the one in force. */
  newSecret: boolean
}

/** The sign-in provider of an organisation, by the organisation's code. */
export const providerSubject: Subject = { name: 'provider', blank: { newSecret: false }, read, examine, apply }

async function read(tx: Tx, code: string): Promise<Values | null> {
  const [stored] = await rows(
    tx,
    sql<ProviderValues>`select p.issuer, p.client_id as "clientId", case when p.required then 'REQUIRED' else 'PASSWORDS' end as demand,
        p.break_glass as "breakGlass", case when p.active then 'ON' else 'OFF' end as status, false as "newSecret"
      from sign_in_providers p join organisations o on o.id = p.organisation_id where o.code = ${code} for update of p`,
  )
  return stored ?? null
}

async function examine({ tx, targetId, before, after }: ProposedChange): Promise<ChangeRequest['notes']> {
  const provider = after as ProviderValues // border: written by the calls of administration only
  const [organisation] = await rows(
    tx,
    sql<{ type: string }>`select type from organisations where code = ${targetId} and active`,
  )
  if (!organisation) throw wrongField('organisationCode', 'No open organisation has this code')
  if (!isIssuer(provider.issuer))
    throw wrongField('issuer', 'An https address without a question mark, as the provider names itself')
  // The secret goes to the token address of the issuer: with another issuer it would be handed to strangers.
  const moves = before['issuer'] !== provider.issuer || before['clientId'] !== provider.clientId
  if (moves && !provider.newSecret)
    throw wrongField('clientSecret', 'Enter the secret that belongs to this address and client')
  const isOperator = organisation.type === 'OPERATOR'
  if (provider.demand === 'REQUIRED' && isOperator && provider.breakGlass === '')
    throw wrongField('breakGlass', 'Name an administrator whose password opens when the provider is down')
  if (provider.breakGlass !== '' && !(await isUserOf(tx, provider.breakGlass, targetId, isOperator)))
    throw wrongField('breakGlass', 'No active user of this organisation with the right role has this username')
  return provider.demand === 'REQUIRED' && provider.status === 'ON'
    ? [
        {
          code: 'provider.required',
          message: 'From the approval on passwords of this organisation open nothing, but the one that is named.',
        },
      ]
    : []
}

/** Only this machine is reached without TLS, for trials. */
function isIssuer(text: string): boolean {
  const address = URL.parse(text)
  if (!address || address.search || address.hash || address.username) return false
  return (
    address.protocol === 'https:' ||
    (address.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(address.hostname))
  )
}

async function isUserOf(tx: Tx, username: string, code: string, mustAdminister: boolean): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from users u join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name
      where u.username = ${username} and o.code = ${code} and u.status = 'ACTIVE' and (not ${mustAdminister} or 'CAN_ADMINISTER' = any (r.permissions))`,
  )
  return found.length > 0
}

async function apply({ tx, targetId, before, after, changeId }: ProposedChange & { changeId: string }): Promise<void> {
  const { issuer, clientId, demand, breakGlass, status } = after as ProviderValues // border: as above
  const values = {
    issuer,
    clientId,
    required: demand === 'REQUIRED',
    breakGlass,
    active: status === 'ON',
    at: now(),
  }
  const secret = sql`(select client_secret from proposed_secrets where change_id = ${changeId})`
  if (Object.keys(before).length === 0)
    await sql`insert into sign_in_providers (organisation_id, issuer, client_id, client_secret, required, break_glass, active, changed_at)
      select id, ${issuer}, ${clientId}, ${secret}, ${values.required}, ${breakGlass}, ${values.active}, ${values.at}
      from organisations where code = ${targetId}`.execute(tx)
  else {
    const organisation = sql`organisation_id = (select id from organisations where code = ${targetId})`
    await sql`update sign_in_providers set issuer = ${issuer}, client_id = ${clientId}, required = ${values.required},
      break_glass = ${breakGlass}, active = ${values.active}, changed_at = ${values.at} where ${organisation}`.execute(
      tx,
    )
    await sql`update sign_in_providers set client_secret = ${secret}
      where ${organisation} and exists ${secret}`.execute(tx)
    // Whoever somebody is at another provider has to be found anew.
    await sql`delete from provider_identities where ${organisation} and issuer <> ${issuer}`.execute(tx)
  }
  await sql`delete from proposed_secrets where change_id = ${changeId}`.execute(tx)
}
