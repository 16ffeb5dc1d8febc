import {
  accountPurposes,
  societyAccount,
  societyAccountNumber,
  type AccountPurpose,
  type SocietyAccount,
} from '#contract/payments/societyAccounts.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const fields = {
  purpose: { title: 'Account', ...text(40) },
  accountNumber: { title: 'Account number', ...societyAccountNumber },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}
const purposes = Object.keys(accountPurposes) as AccountPurpose[] // border: the keys of the list

type SocietyAccountDialogProps = {
  /** The account whose number changes; one that is chosen, where it is left out. */
  account?: SocietyAccount
  onClose: () => void
}

/** Proposes the number of an account; the bank says whose it is, and a second person decides. */
export function SocietyAccountDialog({ account, onClose }: SocietyAccountDialogProps) {
  const words = useWords().conversion
  const translate = useContractWords()
  const user = useUser()
  const state = useRecordForm({ fields, initial: account ? { purpose: account.purpose } : {} })
  const title = account
    ? words.accounts.changeTitle(translate(accountPurposes[account.purpose].label))
    : words.accounts.proposeTitle
  return (
    <RecordDialog
      title={title}
      state={state}
      lead={
        <p className="faint">
          {[account && words.accounts.now(account.accountNumber), words.accounts.hint].filter(Boolean).join(' ')}
        </p>
      }
      groups={[{ names: account ? ['accountNumber', 'reason'] : ['purpose', 'accountNumber', 'reason'] }]}
      controls={{
        purpose: {
          wide: true,
          options: purposes.map((value) => ({ value, label: translate(accountPurposes[value].label) })),
        },
        accountNumber: { wide: true },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ purpose, accountNumber, reason }, key) =>
        call(societyAccount.calls.propose, {
          params: { organisationId: user.organisation.id },
          body: { purpose: purpose as AccountPurpose, accountNumber, ...(reason ? { reason } : {}) }, // border: one of the options
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
