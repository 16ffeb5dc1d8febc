import { z } from 'zod'
import { actionAnswer, endpoint } from '#contract/kit/endpoint.ts'

/** An invitation is open so long, and for so many wrong codes. */
export const invitationHours = 72
export const invitationTries = 5

export const invitation = {
  accept: endpoint({
    method: 'POST',
    path: '/auth/invitation',
    allow: 'anyone',
    summary: 'Choose the password with both halves of an invitation: the link and the code. Serves once',
    body: z.object({
      token: z.string().min(20).max(100),
      code: z.string().trim().toUpperCase().min(1).max(20),
      password: z.string().min(1).max(200),
    }),
    answer: actionAnswer(z.object({ username: z.string() })),
    errors: ['invitation.invalid', 'invitation.code_wrong', 'session.delayed', 'password.weak'],
  }),
}
