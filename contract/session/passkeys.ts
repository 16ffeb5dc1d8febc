import { z } from 'zod'
import { actionAnswer, endpoint, idParam, plainAnswer } from '#contract/kit/endpoint.ts'
import { oneLine } from '#contract/kit/oneLine.ts'
import { NewPasskey, PasskeyCreation, PasskeyRequest } from '#contract/kit/webauthn.ts'

/** A person has so many at most: each is a door to look after. */
export const mostPasskeys = 10

/** A passkey as its owner sees it. */
const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created: z.iso.datetime({ offset: true }),
  lastUsed: z.iso.datetime({ offset: true }).nullable(),
  /** Kept in an account of the owner, so that several devices have it. */
  synced: z.boolean(),
  /** It was used with a counter that had been passed: somebody has a copy, and it opens nothing any more. */
  copied: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

const password = z.string().min(1).max(200)
/** Whoever changes a factor may shut out whoever came in by the old ones. */
const endOthers = z.boolean().optional()

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/auth/passkeys',
    allow: 'signed-in',
    beforeFactor: true,
    summary: 'The own passkeys, and whether the address that this was asked at can have any',
    answer: z.object({ available: z.boolean(), passkeys: z.array(Passkey) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/auth/passkeys/begin',
    allow: 'signed-in',
    beforeFactor: true,
    stepUp: 'second factor',
    summary: 'What a device needs to make a passkey; the challenge in it serves this session once within five minutes',
    body: z.object({ password }),
    answer: actionAnswer(PasskeyCreation),
    errors: ['session.wrong', 'session.delayed', 'passkey.no_address', 'passkey.too_many'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    allow: 'signed-in',
    beforeFactor: true,
    stepUp: 'second factor',
    summary: 'Keep a new passkey under a name; with the first second factor the answer carries recovery codes, once',
    body: z.object({ name: oneLine(60).min(1), passkey: NewPasskey, endOthers }),
    answer: actionAnswer(z.object({ recoveryCodes: z.array(z.string()).optional() })),
    errors: ['passkey.wrong', 'passkey.no_address', 'passkey.too_many', 'passkey.name_taken'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/auth/passkeys/:id/remove',
    allow: 'signed-in',
    stepUp: 'second factor',
    summary: 'Remove a passkey, by a fresh proof of the second factor or a code of the app or a recovery code',
    params: idParam,
    body: z.object({ password, code: z.string().trim().min(6).max(20).optional(), endOthers }),
    answer: plainAnswer,
    errors: ['record.not_found', 'session.wrong', 'session.code_wrong', 'session.delayed', 'password.weak'],
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/auth/step-up/passkey',
    allow: 'signed-in',
    summary: 'What a passkey of the user signs for a fresh proof; POST /auth/step-up takes the signature',
    answer: actionAnswer(PasskeyRequest),
    errors: ['step_up.no_factor', 'passkey.no_address'],
  }),
}
