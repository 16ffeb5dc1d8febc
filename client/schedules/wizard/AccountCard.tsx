import { accountPurposes, type AccountPurpose } from '#contract/payments/societyAccounts.ts'
import type { GrowerDetails } from '#contract/schedules/communalPayments.ts'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

type AccountField = 'nonCheckoffAccount' | 'checkoffAccount' | 'farmerUsdAccount' | 'farmerKesAccount'
const purposes: Record<AccountField, AccountPurpose> = {
  nonCheckoffAccount: 'NON_CHECKOFF',
  checkoffAccount: 'CHECKOFF',
  farmerUsdAccount: 'FARMERS_USD',
  farmerKesAccount: 'FARMERS_KES',
}

/** An account of the society with what lies on it. */
export function AccountCard({ field, data }: { field: AccountField; data: GrowerDetails }) {
  const { wizard: words } = useWords().schedules
  const translate = useContractWords()
  const { money } = useFormat()
  const { accNumber, accName, availableBalance } = data[field]
  const { label, currency } = accountPurposes[purposes[field]]
  return (
    <div className="card pad">
      <b>{translate(label)}</b>
      {accNumber === '' ? (
        <p className="faint">{words.noAccount}</p>
      ) : (
        <>
          <p className="num big">{money(availableBalance, currency)}</p>
          <p className="faint">
            <span className="code">{accNumber}</span> {accName}
          </p>
        </>
      )}
    </div>
  )
}
