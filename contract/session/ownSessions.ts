import { z } from 'zod'
import { endpoint, idParam, plainAnswer } from '#contract/kit/endpoint.ts'

/** A session as the person who opened it sees it. */
const OwnSession = z.object({
  id: z.string(),
  /** What the browser or program called itself when it signed in. */
  device: z.string(),
  address: z.string(),
  since: z.iso.datetime({ offset: true }),
  /** Noted once a minute. */
  lastUsed: z.iso.datetime({ offset: true }),
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

/** Who has a second factor proves it; everybody else says the password again. */
const proof = z.object({ password: z.string().min(1).max(200).optional() })

export const ownSessions = {
  list: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    allow: 'signed-in',
    summary: 'Where the user is signed in, and what ending a session asks for',
    answer: z.object({
      /** The second factor; else the password; else, for who signs in at a provider, a sign-in that is new. */
      proof: z.enum(['factor', 'password', 'new sign-in']),
      sessions: z.array(OwnSession),
    }),
  }),
  end: endpoint({
    method: 'POST',
    path: '/auth/sessions/:id/end',
    allow: 'signed-in',
    stepUp: 'second factor',
    summary: 'End one of the own sessions',
    params: idParam,
    body: proof,
    answer: plainAnswer,
    errors: ['record.not_found', 'session.wrong', 'session.delayed', 'session.not_new'],
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    allow: 'signed-in',
    stepUp: 'second factor',
    summary: 'End all own sessions but the one that asks',
    body: proof,
    answer: plainAnswer,
    errors: ['session.wrong', 'session.delayed', 'session.not_new'],
  }),
}
