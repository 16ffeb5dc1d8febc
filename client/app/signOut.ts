import { useRouter } from '@tanstack/react-router'
import { session } from '#contract/house/session.ts'
import { call, whenSignedOut } from '#client/kit/call.ts'
import { sendHeld } from '#client/kit/review/heldDecision.ts'
import { forgetDrafts } from '#client/kit/forms/drafts.ts'
import { queryClient, showRefusal } from '#client/kit/queries.ts'
import { changeUser, currentUser } from '#client/kit/user.ts'
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

/**
 * Leads to the sign-in when the server no longer knows the session, and to the second factor when everybody needs one from now on. Keeps
 * where the user was.
 */
export function leadToSignIn(router: Router) {
  whenSignedOut((code) => {
    const user = currentUser()
    if (!user) return
    const from = router.state.location.href
    if (code === 'second_factor.first') {
      // Of several calls that are refused the first leads there.
      if (user.secondFactorFirst) return
      changeUser({ secondFactorFirst: true })
      return void router.navigate({ to: '/second-factor', search: { from } })
    }
    queryClient.clear()
    void router.navigate({ to: '/sign-in', search: { from, ended: endingOf(code) } })
  })
}
