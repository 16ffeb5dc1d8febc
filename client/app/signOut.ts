import { useRouter } from '@tanstack/react-router'
import { session } from '#contract/house/session.ts'
import { call, whenSignedOut } from '#client/kit/call.ts'
import { sendHeld } from '#client/kit/review/heldDecision.ts'
import { forgetDrafts } from '#client/kit/forms/drafts.ts'
import { queryClient, showRefusal } from '#client/kit/queries.ts'
import { currentUser } from '#client/kit/user.ts'
import { endingOf } from '#client/kit/places/endings.ts'

type Router = ReturnType<typeof useRouter>

/** Signs out and forgets everything that was read. */
export function useSignOut() {
  const router = useRouter()
  return async () => {
    await sendHeld()
    try {
      await call(session.logout, {})
    } catch (refused) {
      // Without the server the cookie stays, so the user must know that they are still signed in.
      return showRefusal(refused as Error)
    }
    queryClient.clear()
    forgetDrafts()
    await router.navigate({ to: '/sign-in', search: {} })
  }
}

/** Leads to the sign-in when the server no longer knows the session, and keeps where the user was. */
export function leadToSignIn(router: Router) {
  whenSignedOut((code) => {
    if (!currentUser()) return
    queryClient.clear()
    void router.navigate({ to: '/sign-in', search: { from: router.state.location.href, ended: endingOf(code) } })
  })
}
