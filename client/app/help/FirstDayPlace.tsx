import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePreview } from '#client/kit/preview.ts'
import { useUser } from '#client/kit/user.ts'
import { firstScreenFor } from '../menu/menu.ts'
import { useFirstDayHidden } from './useFirstDayHidden.ts'

const FirstDay = lazy(() => import('./FirstDay.tsx').then((chunk) => ({ default: chunk.FirstDay })))

/** The list of the first day above the screen where this user's day begins. Its code comes only for whoever has not put it away. */
export function FirstDayPlace() {
  const user = useUser()
  const preview = usePreview()
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const [hidden] = useFirstDayHidden()
  if (preview || hidden || path !== firstScreenFor(user)) return null
  return (
    <Suspense>
      <FirstDay />
    </Suspense>
  )
}
