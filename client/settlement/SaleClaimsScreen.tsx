import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { positiveDecimal, text } from '#contract/kit/field.ts'
import { saleClaim, saleClaimFlow, type SaleClaim } from '#contract/settlement/saleClaims.ts'
import { call } from '#client/kit/call.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { organisationLookup } from '#client/kit/forms/organisationLookup.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { saleClaimView } from './saleClaimView.tsx'

/** What lenders take of the proceeds of societies before those are paid. `?create=Y` opens the form. */
export function SaleClaimsScreen() {
  const words = useWords().settlement
  const user = useUser()
  const lodges = mayMake(saleClaimFlow, user)
  const [lodging, setLodging] = useOpening('create')
  return (
    <>
      <ListScreen<SaleClaim>
        {...saleClaimView.on(user)}
        heading={<h1>{words.claimsTitle}</h1>}
        sub={words.claimsSub}
        actions={
          lodges && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setLodging(true)}>
              {words.lodge}
            </Button>
          )
        }
        next={{ text: words.noClaims }}
      />
      {lodges && lodging && <ClaimDialog onClose={() => setLodging(false)} />}
    </>
  )
}

const fields = {
  growerCode: { title: 'Grower', ...text(40) },
  amount: { title: 'Amount (USD)', ...positiveDecimal({ max: 100_000_000, places: 2 }) },
  document: { title: 'Document', ...text(80) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

function ClaimDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().settlement
  const state = useRecordForm({ fields, initial: {} })
  return (
    <RecordDialog
      title={words.lodge}
      state={state}
      lead={<p className="faint">{words.claimHint}</p>}
      groups={[{ names: ['growerCode', 'amount', 'document', 'reason'] }]}
      controls={{
        growerCode: {
          wide: true,
          render: (props) => <LookupField {...props} {...organisationLookup} />,
        },
        amount: { unit: 'USD' },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ amount, reason, ...values }, key) =>
        call(saleClaim.calls.lodge, {
          body: { ...values, amount: Number(amount), ...(reason ? { reason } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
