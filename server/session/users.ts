import type { SessionUser } from '#contract/house/session.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { Actor, Permission } from '#contract/house/permissions.ts'
import { writeAudit, type By, type Changes } from '#server/kit/audit/audit.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { SignedIn } from '#server/kit/web/sessionToken.ts'

/** A user as signing in needs it. */
export type User = {
  id: string
  username: string
  fullName: string
  language: 'en' | 'sw'
  /** Null until an invitation is answered. */
  passwordHash: string | null
  totpSecret: string | null
  totpConfirmedAt: Date | null
  totpLastStep: bigint | null
  recoveryHashes: string[]
  hasPasskey: boolean
  /** A second factor is to be set up before anything else. */
  secondFactorFirst: boolean
  /** Refused where the organisation demands its provider; BREAK_GLASS is the one user whose password opens all the same. */
  passwords: 'TAKEN' | 'REFUSED' | 'BREAK_GLASS'
  isActive: boolean
  leaveFrom: string | null
  leaveTo: string | null
  organisationId: string
  organisationCode: string
  organisationName: string
  organisationType: OrganisationType
  role: string
  roleLabel: string
  permissions: Permission[]
}

const columns = sql`u.id, u.username, u.full_name as "fullName", u.language, u.password_hash as "passwordHash", u.totp_secret as "totpSecret",
  u.totp_confirmed_at as "totpConfirmedAt", u.totp_last_step as "totpLastStep", u.recovery_hashes as "recoveryHashes",
  exists (select from passkeys p where p.user_id = u.id) as "hasPasskey", second_factor_first(u.id) as "secondFactorFirst",
  coalesce((select case when v.break_glass = u.username then 'BREAK_GLASS' else 'REFUSED' end from sign_in_providers v
    where v.organisation_id = u.organisation_id and v.active and v.required), 'TAKEN') as passwords, u.status = 'ACTIVE' and o.active as "isActive", u.leave_from as "leaveFrom", u.leave_to as "leaveTo",
  o.id as "organisationId", o.code as "organisationCode", o.name as "organisationName", o.type as "organisationType",
  r.name as role, r.label as "roleLabel", r.permissions
  from users u join organisations o on o.id = u.organisation_id join roles r on r.name = u.role_name`

/** Finds a user by the name typed at the door; capitals do not matter. */
export async function findUser(tx: Tx, username: string): Promise<User | null> {
  const [user] = await rows(tx, sql<User>`select ${columns} where u.username = ${username}`)
  return user ?? null
}

type Known = { organisationId: string; issuer: string }
type Named = { subject: string; email: string | null; vouched: boolean }

/**
 * The user of an organisation whom its provider names: by the subject, and before there is a link by an e-mail address that the
 * provider vouches for. `otherSubject` when that user is linked to somebody else at the provider.
 */
export async function findUserOfProvider(
  tx: Tx,
  { organisationId, issuer }: Known,
  { subject, email, vouched }: Named,
): Promise<{ user: User; otherSubject: boolean } | null> {
  const [linked] = await rows(
    tx,
    sql<User>`select ${columns} join provider_identities i on i.user_id = u.id
      where i.organisation_id = ${organisationId} and i.issuer = ${issuer} and i.subject = ${subject}`,
  )
  if (linked) return { user: linked, otherSubject: false }
  if (!email || !vouched) return null
  const found = await rows(
    tx,
    sql<
      User & { isLinked: boolean }
    >`select exists (select from provider_identities i where i.user_id = u.id) as "isLinked", ${columns}
      where u.organisation_id = ${organisationId} and u.status <> 'SERVICE' and (lower(btrim(u.email)) = ${email} or u.username = ${email})`,
  )
  const [user] = found
  return user && found.length === 1 ? { user, otherSubject: user.isLinked } : null
}

/** What a password of somebody must not be made of, besides the user name. */
export const namesOf = ({ organisationName, organisationCode }: User): string[] => [organisationName, organisationCode]

/** The signed-in user's own record. */
export const getUser = (tx: Tx, id: string): Promise<User> => one(tx, sql<User>`select ${columns} where u.id = ${id}`)

/** Whether something beside the password stands at the door: the app, or a passkey, also one that is stopped. */
export const hasSecondFactor = ({
  totpConfirmedAt,
  hasPasskey,
}: Pick<User, 'totpConfirmedAt' | 'hasPasskey'>): boolean => totpConfirmedAt !== null || hasPasskey

/** The user as everything behind the door knows them. */
export const actorOfUser = (user: User): Actor => ({
  userId: user.id,
  username: user.username,
  fullName: user.fullName,
  organisationId: user.organisationId,
  organisationCode: user.organisationCode,
  organisationName: user.organisationName,
  organisationType: user.organisationType,
  role: user.role,
  permissions: new Set(user.permissions),
})

/** The user record of the specification. */
export function sessionUser(user: Omit<SignedIn, 'permissions'> & { permissions: Iterable<string> }): SessionUser {
  const type = organisationTypes[user.organisationType]
  return {
    id: user.userId,
    username: user.username,
    fullName: user.fullName,
    language: user.language,
    totpEnabled: user.totpEnabled,
    passkeyEnabled: user.passkeyEnabled,
    secondFactorFirst: user.secondFactorFirst === true,
    organisation: {
      id: user.organisationId,
      organisationCode: user.organisationCode,
      organisationName: user.organisationName,
      organisationType: { id: type.id, name: type.wireName },
    },
    roleId: { name: user.role, label: user.roleLabel, permissions: [...user.permissions] },
  }
}

/** Writes what happened to a user's way in: signing in and out, password, second factor. */
export async function noteUser(
  tx: Tx,
  {
    user,
    ...entry
  }: {
    user: { id: string; fullName: string; organisationId: string }
    by: By
    action: string
    comment?: string
    changes?: Changes
    requestId: string
  },
): Promise<void> {
  await writeAudit(tx, {
    ...entry,
    organisationId: user.organisationId,
    kind: 'user',
    recordId: user.id,
    title: user.fullName,
  })
}
