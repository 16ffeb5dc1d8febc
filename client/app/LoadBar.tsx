import { useRouterState } from '@tanstack/react-router'
import { useWords } from '#client/kit/words.ts'

/** A thin bar at the top while the next screen is on its way. */
export function LoadBar() {
  const loading = useRouterState({ select: ({ status }) => status === 'pending' })
  const words = useWords().shell
  return loading ? <div className="load-bar" role="progressbar" aria-label={words.loading} /> : null
}
