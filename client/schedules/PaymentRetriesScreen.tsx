import type { PaymentRetry } from '#contract/schedules/paymentRetries.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { paymentRetryView } from './paymentRetryView.tsx'

/** Payments of schedules that are sent again. They are asked for at the line of their schedule. */
export function PaymentRetriesScreen() {
  const words = useWords().retries
  return (
    <ListScreen<PaymentRetry>
      {...paymentRetryView.on(useUser())}
      heading={<h1>{words.title}</h1>}
      sub={words.sub}
      next={{ text: words.none }}
    />
  )
}
