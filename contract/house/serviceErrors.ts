/** Why a key of a service account opens nothing, and why none is shown: a part of the error catalogue. */
export const serviceErrors = {
  'service.key_wrong': {
    status: 401,
    message: 'This key opens nothing. Look whether it was copied whole, or ask the administrators for a new one.',
  },
  'service.key_expired': { status: 401, message: 'This key has expired. Ask the administrators for a new one.' },
  'service.key_stopped': { status: 401, message: 'This key was stopped. Ask the administrators for a new one.' },
  'service.stopped': { status: 401, message: 'This service account is stopped or has ended. Ask the administrators.' },
  'service.closed': {
    status: 401,
    message: 'The organisation of this service account is closed. Ask the administrators.',
  },
  'service.address': {
    status: 403,
    message: 'This key is not used from this network address. Ask the administrators to allow the address.',
  },
  'service.call': {
    status: 403,
    message: 'This service account may not make this call. Ask the administrators to allow the call.',
  },
  'service.no_key': {
    status: 409,
    message:
      'There is no key to show you: it was shown already, its time is over, or somebody else asked for it. Ask for a new one.',
  },
} as const satisfies Record<string, { status: number; message: string }>
