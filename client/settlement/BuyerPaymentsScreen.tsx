import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { day, positiveDecimal, text } from '#contract/kit/field.ts'
import { buyerPayment, buyerPaymentFlow, type BuyerPayment } from '#contract/settlement/buyerPayments.ts'
import { call } from '#client/kit/call.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { buyerPaymentView } from './buyerPaymentView.tsx'

/** What buyers have paid and the statement does not say by itself. `?create=Y` opens the form. */
export function BuyerPaymentsScreen() {
  const words = useWords().settlement
  const user = useUser()
  const enters = mayMake(buyerPaymentFlow, user)
  const [entering, setEntering] = useOpening('create')
  return (
    <>
      <ListScreen<BuyerPayment>
        {...buyerPaymentView.on(user)}
        heading={<h1>{words.paymentsTitle}</h1>}
        sub={words.paymentsSub}
        actions={
          enters && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEntering(true)}>
              {words.enterPayment}
            </Button>
          )
        }
        next={{ text: words.noPayments }}
      />
      {enters && entering && <BuyerPaymentDialog onClose={() => setEntering(false)} />}
    </>
  )
}

const fields = {
  invoiceNumber: { title: 'Invoice', ...text(60) },
  amount: { title: 'Amount (USD)', ...positiveDecimal({ max: 1_000_000_000, places: 2 }) },
  paidOn: { title: 'Paid on', ...day },
  bankReference: { title: 'Reference of the bank', ...text(60) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

function BuyerPaymentDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().settlement
  const state = useRecordForm({ fields, initial: {} })
  return (
    <RecordDialog
      title={words.enterPayment}
      state={state}
      lead={<p className="faint">{words.paymentHint}</p>}
      groups={[{ names: ['invoiceNumber', 'amount', 'paidOn', 'bankReference', 'reason'] }]}
      controls={{ paidOn: { as: 'date' }, amount: { unit: 'USD' }, reason: { as: 'textarea', wide: true } }}
      submitLabel={words.send}
      send={({ amount, reason, ...values }, key) =>
        call(buyerPayment.calls.enter, {
          body: { ...values, amount: Number(amount), ...(reason ? { reason } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={560}
    />
  )
}
