import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { tradeAccount } from '#contract/settlement/tradeAccounts.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useWords } from '#client/kit/words.ts'

const names = ['accountNumber', 'accountName'] as const
const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : '–')

/** The number as it is and as it shall be, and whose the bank says it is. */
function TradeAccountLead({ row }: { row: Pick<ChangeRequest, 'before' | 'after' | 'reason'> }) {
  const words = useWords().settlement
  return (
    <>
      <BeforeAfter
        values={names.map((name) => ({
          key: name,
          title: words.account[name],
          before: textOf(row.before[name]),
          after: textOf(row.after[name]),
        }))}
      />
      <Quoted title={words.reason}>{row.reason}</Quoted>
    </>
  )
}

/** How accounts of the settlement are listed and decided. */
export const tradeAccountView = viewRecord(tradeAccount, { title: ({ title }) => title, Lead: TradeAccountLead })
