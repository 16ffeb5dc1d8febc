import { useNavigate } from '@tanstack/react-router'
import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import type { CallRefused } from '#client/kit/call.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** How often a dashboard that stands open is read again. */
export const everyMinute = 60_000

/** The organisation that a dashboard is about, as its calls name it; the own one where it is about all. */
export const useDashboardOf = ({ organisation }: Pick<Dashboard, 'organisation'>) => {
  const user = useUser()
  return { organisationId: organisation?.organisationCode ?? user.organisation.organisationCode }
}

/** Changes what the address says, and keeps the rest of it. */
export function useSearchChange() {
  const navigate = useNavigate()
  return (changes: object) =>
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, ...changes })) as never, // border: one screen of two routes
      replace: true,
      resetScroll: false,
    })
}

/** What a card without a row says: that it is being read, why it could not be, or that there is none. */
export function useEmpty() {
  const words = useWords().dashboard
  const translate = useContractWords()
  return ({ data, error }: { data: unknown; error: CallRefused | null }, none: string) =>
    data ? none : error ? translate(error.message) : words.loading
}
