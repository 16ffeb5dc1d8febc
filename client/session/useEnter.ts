import { useRouter } from '@tanstack/react-router'
import type { SessionUser } from '#contract/house/session.ts'
import { rememberUser } from '#client/kit/user.ts'
import { ownPath } from '#client/kit/places/ownPath.ts'
import { switchLanguage } from '#client/kit/words.ts'

/** Takes somebody inside who has signed in: in their language, and back to where they were. */
export function useEnter(from?: string) {
  const router = useRouter()
  return async (user: SessionUser) => {
    rememberUser(user)
    await switchLanguage(user.language)
    router.history.replace(ownPath(from))
  }
}
