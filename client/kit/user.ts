import { session, type SessionUser } from '#contract/house/session.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { call } from './call.ts'
import { asPreviewed, currentPreview, usePreview, whenPreviewChanges } from './preview.ts'
import { callQuery, queryClient, showRefusal, useCall } from './queries.ts'
import { switchLanguage, type Language } from './words.ts'

const me = callQuery(session.me, {})

/** The signed-in user. Screens behind the sign-in only: the router does not show them without one. */
export function useUser(): SessionUser {
  const user = useCall(session.me, {}, { staleTime: Infinity }).data
  const role = usePreview()
  if (!user) throw new Error('There is no signed-in user')
  return asPreviewed(user, role)
}

/** The signed-in user outside components, or undefined. */
export function currentUser(): SessionUser | undefined {
  const user = queryClient.getQueryData<SessionUser>(me.queryKey)
  return user && asPreviewed(user, currentPreview())
}

export const rememberUser = (user: SessionUser) => queryClient.setQueryData(me.queryKey, user)

/** What has become otherwise of the signed-in user, whose own role stays while another is looked at. */
export function changeUser(changes: Partial<SessionUser>) {
  const user = queryClient.getQueryData<SessionUser>(me.queryKey)
  if (user) rememberUser({ ...user, ...changes })
}

// Answers read with other eyes go; who is signed in stays.
whenPreviewChanges(() =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'GET' && queryKey[1] !== session.me.path }),
)

declare global {
  interface Window {
    /** The answer that public/start.js requested. */
    kahawaUser?: Promise<Response>
  }
}

/** Takes the early answer; it serves once. */
function takeEarlyResponse(): Promise<Response> | undefined {
  const response = window.kahawaUser
  delete window.kahawaUser
  return response
}

export const fetchUser = () =>
  queryClient.ensureQueryData({
    ...me,
    queryFn: ({ signal }) => call(session.me, { signal, earlyResponse: takeEarlyResponse() }),
    staleTime: Infinity,
  })

/** Whether the user may make the calls that `allow` guards. */
export const may = (user: SessionUser, allow: Endpoint['allow']): boolean => {
  if (allow === 'anyone' || allow === 'signed-in') return true
  const permissions: readonly string[] = typeof allow === 'string' ? [allow] : allow
  return permissions.some((permission) => user.roleId.permissions.includes(permission))
}

/** Changes the language here and, for a signed-in user, on every other device. */
export async function chooseLanguage(language: Language) {
  await switchLanguage(language)
  const user = currentUser()
  if (!user || user.language === language) return
  changeUser({ language })
  await call(session.language, { body: { language } }).catch(showRefusal)
}
