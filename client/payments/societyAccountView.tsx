import { proposingRefused, societyAccount } from '#contract/payments/societyAccounts.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useWords } from '#client/kit/words.ts'

const names = ['accountNumber', 'accountName'] as const
const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : '–')

/** The number as it is and as it shall be, and whose the bank says it is. */
function SocietyAccountLead({ row }: { row: Pick<ChangeRequest, 'before' | 'after' | 'reason'> }) {
  const { accounts: words, reason } = useWords().conversion
  const changed = names.filter((name) => name in row.after)
  return (
    <>
      <BeforeAfter
        values={changed.map((name) => ({
          key: name,
          title: words.values[name] ?? name,
          before: textOf(row.before[name]),
          after: textOf(row.after[name]),
        }))}
      />
      <Quoted title={reason}>{row.reason}</Quoted>
    </>
  )
}

/** How the accounts of a society are listed and decided. */
export const societyAccountView = viewRecord(societyAccount, {
  title: ({ title }) => title,
  Lead: SocietyAccountLead,
})

/** Whether the user may propose an account; the server asks the same rule. */
export const proposes = (user: SessionUser): boolean => proposingRefused(actorOf(user)) === null
