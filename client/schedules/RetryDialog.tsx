import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { accountChecks } from '#contract/bank/accountChecks.ts'
import { text } from '#contract/kit/field.ts'
import { paymentRetry } from '#contract/schedules/paymentRetries.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useInstitutionOptions } from '#client/kit/institutions.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What is paid again: a line of a schedule, or what it pays a lender. */
export type Retried = { id: string; name: string }
type DialogProps = { retried: Retried; onClose: () => void }

const reason = { title: 'Reason', ...text(500, { required: false }) }

/** Asks for a payment to be sent again as it was. */
export function RetryDialog({ retried, onClose }: DialogProps) {
  const words = useWords().retries
  const state = useRecordForm({ fields: { reason } })
  return (
    <RecordDialog
      title={words.againTitle(retried.name)}
      size={520}
      state={state}
      lead={<p className="faint">{words.againHint}</p>}
      groups={[{ names: ['reason'] }]}
      controls={{ reason: { as: 'textarea', wide: true } }}
      submitLabel={words.send}
      send={(values, key) =>
        call(paymentRetry.calls.initiate, {
          body: { id: retried.id, type: 'RETRY', ...(values.reason ? { reason: values.reason } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const accountFields = {
  instId: { title: 'Institution', ...text(20) },
  accountNumber: { title: 'Account number', ...text(40) },
  accountName: { title: 'Account name', ...text(200) },
  reason,
}

/** Asks for a payment to be sent to another account of the member; the bank says first whose it is. */
export function UpdateRetryDialog({ retried, onClose }: DialogProps) {
  const words = useWords().retries
  const translate = useContractWords()
  const options = useInstitutionOptions()
  const state = useRecordForm({ fields: accountFields })
  const [pic, accountNumber] = [useFormValue(state, 'instId'), useFormValue(state, 'accountNumber')]
  const lookUp = useMutation({
    mutationFn: () => call(accountChecks.ipsl, { body: { pic, accountNumber } }),
    onSuccess: ({ accountName }) => state.form.setValue('accountName', accountName, { shouldValidate: true }),
    onError: ({ message }) => state.form.setError('accountNumber', { message: translate(message) }),
  })
  return (
    <RecordDialog
      title={words.elsewhereTitle(retried.name)}
      size={560}
      state={state}
      lead={<p className="faint">{words.elsewhereHint}</p>}
      groups={[{ names: ['instId', 'accountNumber', 'accountName', 'reason'] }]}
      controls={{
        instId: { options, wide: true },
        accountName: { wide: true },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={(values, key) =>
        call(paymentRetry.calls.initiate, {
          body: { id: retried.id, type: 'UPDATE_RETRY', ...values },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <Button
        variant="default"
        loading={lookUp.isPending}
        disabled={pic === '' || accountNumber.trim() === ''}
        onClick={() => lookUp.mutate()}
      >
        {words.lookUp}
      </Button>
      {lookUp.data && !lookUp.isPending && <p role="status">{words.found(lookUp.data.accountName)}</p>}
    </RecordDialog>
  )
}
