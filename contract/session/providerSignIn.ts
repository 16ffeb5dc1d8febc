import { z } from 'zod'
import { session } from '#contract/house/session.ts'
import { actionAnswer, endpoint } from '#contract/kit/endpoint.ts'
import { PasskeyProof } from '#contract/kit/webauthn.ts'

const organisation = z.string().trim().toUpperCase().min(2).max(40)
const atTheDoor = [
  'session.code_required',
  'session.code_wrong',
  'passkey.wrong',
  'session.delayed',
  'session.suspended',
  'session.on_leave',
  'provider.none',
  'provider.wrong',
  'provider.other_subject',
] as const

/** Signing in through the provider of one's organisation. */
export const providerSignIn = {
  begin: endpoint({
    method: 'POST',
    path: '/auth/provider/begin',
    allow: 'anyone',
    summary:
      'Where the provider of an organisation signs its users in; the way back serves this browser once within ten minutes',
    body: z.object({ organisation }),
    answer: actionAnswer(z.object({ address: z.string() })),
    errors: ['provider.none', 'provider.down', 'provider.down_required', 'provider.no_address'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/auth/provider/finish',
    allow: 'anyone',
    summary:
      'Sign in with what the provider sent back in the address. Whoever has a second factor here is refused without it: the details carry the half of the sign-in that is done',
    body: z.object({ organisation, query: z.string().max(8_000) }),
    answer: session.login.answer,
    errors: [
      ...atTheDoor,
      'provider.down',
      'provider.down_required',
      'provider.no_address',
      'provider.refused',
      'provider.email_not_verified',
      'provider.unknown_user',
    ],
  }),
  factor: endpoint({
    method: 'POST',
    path: '/auth/provider/factor',
    allow: 'anyone',
    summary: 'Finish a sign-in through a provider with the second factor',
    body: z.object({
      organisation,
      half: z.string().min(1).max(2_000),
      code: z.string().trim().min(6).max(20).optional(),
      passkey: PasskeyProof.optional(),
    }),
    answer: session.login.answer,
    errors: atTheDoor,
  }),
}
