import { z } from 'zod'
import { actionAnswer, endpoint, plainAnswer } from '#contract/kit/endpoint.ts'
import { PasskeyProof } from '#contract/kit/webauthn.ts'

/** The user record of the specification, as the client keeps it after signing in. */
export const SessionUser = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  language: z.enum(['en', 'sw']),
  totpEnabled: z.boolean(),
  passkeyEnabled: z.boolean(),
  /** A second factor is to be set up before anything else. */
  secondFactorFirst: z.boolean(),
  organisation: z.object({
    id: z.string(),
    organisationCode: z.string(),
    organisationName: z.string(),
    organisationType: z.object({ id: z.number().int(), name: z.string() }),
  }),
  roleId: z.object({ name: z.string(), label: z.string(), permissions: z.array(z.string()) }),
})
export type SessionUser = z.output<typeof SessionUser>

const password = z.string().min(1).max(200)
const code = z.string().trim().min(6).max(20)
/** Whoever changes a factor may shut out whoever came in by the old ones. */
const endOthers = z.boolean().optional()

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    allow: 'anyone',
    summary:
      'Sign in; sets the session cookie and answers the same token for machines. Whoever has a second factor is refused without it: the details name the ways, and carry what a passkey signs',
    body: z.object({
      username: z.string().trim().min(1).max(100),
      password,
      code: code.optional(),
      passkey: PasskeyProof.optional(),
    }),
    answer: actionAnswer(
      z.object({ token: z.string(), expiresAt: z.iso.datetime({ offset: true }), user: SessionUser }),
    ),
    errors: [
      'session.wrong',
      'session.code_required',
      'session.code_wrong',
      'passkey.wrong',
      'session.delayed',
      'session.suspended',
      'session.on_leave',
      'session.use_provider',
    ],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    allow: 'signed-in',
    beforeFactor: true,
    summary: 'Sign out',
    answer: plainAnswer,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    allow: 'signed-in',
    beforeFactor: true,
    summary: 'The signed-in user',
    answer: SessionUser,
  }),
  password: endpoint({
    method: 'POST',
    path: '/auth/password',
    allow: 'signed-in',
    summary: 'Change the own password; ends the other sessions',
    body: z.object({ current: password, next: password }),
    answer: plainAnswer,
    errors: ['session.wrong', 'session.delayed', 'password.weak'],
  }),
  language: endpoint({
    method: 'POST',
    path: '/auth/language',
    allow: 'signed-in',
    beforeFactor: true,
    summary: 'Remember the language of the user',
    body: z.object({ language: z.enum(['en', 'sw']) }),
    answer: plainAnswer,
  }),
  totp: endpoint({
    method: 'POST',
    path: '/auth/totp',
    allow: 'signed-in',
    beforeFactor: true,
    stepUp: 'second factor',
    summary:
      'Authenticator app: enrol answers a secret, confirm turns it on and answers recovery codes, disable turns it off by a code or a fresh proof of the second factor; the last two end the other sessions where that is asked',
    body: z.discriminatedUnion('action', [
      z.object({ action: z.literal('enrol'), password }),
      z.object({ action: z.literal('confirm'), code, endOthers }),
      z.object({ action: z.literal('disable'), password, code: code.optional(), endOthers }),
    ]),
    answer: actionAnswer(
      z.object({
        secret: z.string().optional(),
        uri: z.string().optional(),
        recoveryCodes: z.array(z.string()).optional(),
      }),
    ),
    errors: ['session.wrong', 'session.code_wrong', 'session.delayed', 'step.wrong_state', 'password.weak'],
  }),
  stepUp: endpoint({
    method: 'POST',
    path: '/auth/step-up',
    allow: 'signed-in',
    summary:
      'Give a fresh code of the authenticator app, or the signature of a passkey; the ticket goes into the X-Step-Up header of the calls that ask for it',
    body: z.union([z.object({ code }), z.object({ passkey: PasskeyProof })]),
    answer: actionAnswer(z.object({ ticket: z.string(), goodUntil: z.iso.datetime({ offset: true }) })),
    errors: ['session.code_wrong', 'passkey.wrong', 'session.delayed', 'step_up.no_factor'],
  }),
  welcome: endpoint({
    method: 'GET',
    path: '/auth/welcome',
    allow: 'anyone',
    summary:
      'What the sign-in screen shows: product, whether organisations sign in on pages of their own, and in demo mode the sign-ins',
    answer: z.object({
      product: z.string(),
      /** Whether any organisation signs in on a page of its own. */
      providers: z.boolean(),
      demo: z
        .object({
          password: z.string(),
          users: z.array(z.object({ username: z.string(), role: z.string(), organisation: z.string() })),
        })
        .nullable(),
    }),
  }),
}
