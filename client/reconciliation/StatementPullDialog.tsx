import { text } from '#contract/kit/field.ts'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { accountPurposes } from '#contract/reconciliation/statementExceptions.ts'
import { call } from '#client/kit/call.ts'
import { useCall } from '#client/kit/queries.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const fields = {
  accountNumber: { title: 'Account', ...text(14) },
  from: { title: 'From', ...text(10) },
  to: { title: 'To', ...text(10) },
}

/** Asks the bank itself for a statement. */
export function StatementPullDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const { data } = useCall(reconciliation.overview, {})
  const state = useRecordForm({ fields })
  const accounts = data?.accounts.filter(({ purpose }) => purpose !== 'MPESA') ?? []
  return (
    <RecordDialog
      title={words.pull}
      state={state}
      lead={<p className="faint">{words.pullHint}</p>}
      groups={[{ names: ['accountNumber', 'from', 'to'] }]}
      controls={{
        accountNumber: {
          as: 'select',
          wide: true,
          options: accounts.map(({ accountNumber, organisationName, purpose }) => ({
            value: accountNumber,
            label: `${organisationName}, ${translate(accountPurposes[purpose])}, ${accountNumber}`,
          })),
        },
        from: { as: 'date' },
        to: { as: 'date' },
      }}
      submitLabel={words.ask}
      send={({ accountNumber, from, to }, key) =>
        call(reconciliation.pull, { body: { accountNumber, from, to }, idempotencyKey: key })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
