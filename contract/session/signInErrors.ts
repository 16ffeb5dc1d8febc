/** Refusals of signing in, of the second factor and of the own way in. */
export const signInErrors = {
  'session.missing': { status: 401, message: 'Sign in to continue.' },
  'session.wrong': { status: 401, message: 'The username or the password is not right.' },
  'session.code_required': { status: 401, message: 'Now prove your second factor.' },
  'session.code_wrong': { status: 401, message: 'That code is not right. Wait for the next one and try again.' },
  'passkey.wrong': {
    status: 401,
    message: 'This passkey was not accepted. Try again, or use another way.',
  },
  'passkey.no_address': {
    status: 422,
    message: 'Passkeys work under the name of this product only. Open it by its name, or ask your administrator.',
  },
  'passkey.too_many': { status: 422, message: 'You have ten passkeys. Remove one that you no longer use first.' },
  'passkey.name_taken': { status: 422, message: 'You have a passkey of this name. Choose another name.' },
  'session.use_provider': {
    status: 403,
    message: 'Your organisation signs in on a page of its own. Choose "Sign in through your organisation".',
  },
  'provider.none': {
    status: 404,
    message: 'No organisation of this code signs in on a page of its own. Check the code.',
  },
  'provider.down': {
    status: 503,
    message: 'The sign-in page of your organisation does not answer. Try again in a while, or use your password.',
  },
  'provider.down_required': {
    status: 503,
    message: 'The sign-in page of your organisation does not answer. Try again in a while, or tell an administrator.',
  },
  'provider.no_address': {
    status: 422,
    message: 'Nobody can be sent back to this address. Open the product by its name, or ask your administrator.',
  },
  'provider.wrong': { status: 401, message: 'This sign-in was not begun here, or is over. Begin again.' },
  'provider.refused': { status: 401, message: 'The sign-in page of your organisation did not let you in.' },
  'provider.email_not_verified': {
    status: 401,
    message: 'The sign-in page does not vouch for your e-mail address. Ask whoever runs it to confirm the address.',
  },
  'provider.unknown_user': {
    status: 401,
    message: 'No user of this organisation has your e-mail address. Ask your administrator for an invitation.',
  },
  'provider.other_subject': {
    status: 401,
    message: 'This user belongs to somebody else on the sign-in page. Ask your administrator to reset the access.',
  },
  'session.delayed': { status: 429, message: 'Too many attempts. Wait a moment before the next one.' },
  'step_up.required': {
    status: 403,
    message: 'Prove your second factor again first.',
  },
  'step_up.no_factor': {
    status: 403,
    message: 'This needs a second factor. Turn on an authenticator app or add a passkey under "Account" first.',
  },
  'session.foreign_origin': { status: 403, message: 'This request came from another site and was refused.' },
  'session.not_new': {
    status: 403,
    message: 'Sign out and in again first: sessions are ended by whoever has signed in a moment ago.',
  },
  'session.suspended': { status: 401, message: 'This user is suspended. Ask your administrator.' },
  'session.on_leave': { status: 401, message: 'This user is on leave until the last day of the leave.' },
  'password.weak': {
    status: 422,
    message: 'Choose a longer password: 15 characters, or 8 with a second factor, and not one that is often used.',
  },
  'second_factor.missing': {
    status: 403,
    message: 'Whoever decides needs a second factor. Set it up under "Account" first.',
  },
  'second_factor.first': {
    status: 403,
    message: 'Set up a second factor first: an authenticator app or a passkey.',
  },
} as const
