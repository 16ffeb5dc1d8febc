import { errors } from '#contract/house/errors.ts'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { text } from '#contract/kit/field.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'
import { hasOpenRequest, Unavailable } from './UpdateDialog.tsx'

const fields = {
  requestedOn: { title: 'Requested on', ...text(10) },
  document: { title: 'Document', ...text(80) },
  reason: { title: 'Reason', ...text(500) },
}

type EraseProps = { page: FarmerPage; onClose: () => void }

/** Requests that a person who wants to be forgotten is erased. */
export function EraseDialog({ page, onClose }: EraseProps) {
  const { farmer } = page
  if (hasOpenRequest(page)) return <Unavailable why={errors['change.open'].message} farmer={farmer} onClose={onClose} />
  return <EraseForm page={page} onClose={onClose} />
}

function EraseForm({ page: { farmer }, onClose }: EraseProps) {
  const words = useWords().farmerPage
  const state = useRecordForm({ fields })
  return (
    <RecordDialog
      title={words.eraseTitle(farmer.fullName)}
      size={520}
      state={state}
      lead={<p className="sub">{words.eraseLead}</p>}
      groups={[{ names: ['requestedOn', 'document', 'reason'] }]}
      controls={{
        requestedOn: { as: 'date' },
        document: { hint: words.eraseDocumentHint },
        reason: { as: 'textarea', wide: true, hint: words.eraseReasonHint },
      }}
      submitLabel={words.send}
      send={(values, key) =>
        call(updateRequest.calls.erase, {
          body: { id: farmer.id, version: farmer.version, ...values },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}
