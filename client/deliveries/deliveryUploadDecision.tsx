import { Link } from '@tanstack/react-router'
import { cherryDeliveryUploadFlow, cherryDeliveryUpload } from '#contract/cherryDeliveryUploads.ts'
import { call } from '#client/kit/call.ts'
import { uploadDecisions } from '#client/kit/uploadDecisions.ts'
import { uploadDocuments, uploadLead, type UploadDecision } from '#client/kit/UploadLead.tsx'
import { currentUser } from '#client/kit/user.ts'

/** All that belongs to a decision on a file of deliveries: the same on its own screen and in the inbox. */
export const deliveryUploadDecision: UploadDecision = {
  decisions: uploadDecisions({
    flow: cherryDeliveryUploadFlow,
    approve: (body, { key }) =>
      call(cherryDeliveryUpload.calls.approve, {
        params: { organisationId: currentUser()?.organisation.id ?? '' },
        body: { ...body, action: 'APPROVE' },
        idempotencyKey: key,
      }),
    decline: (body, { key }) =>
      call(cherryDeliveryUpload.calls.decline, { body: { ...body, action: 'REJECT' }, idempotencyKey: key }),
    decideMany: (body, key) => call(cherryDeliveryUpload.calls.decideMany, { body, idempotencyKey: key }),
  }),
  Lead: uploadLead((words, count, shown) => words.cherry.deliveries(count, shown)),
  Documents: uploadDocuments((id, rest) => <Link {...rest} to="/cherry/uploads/$id/details" params={{ id }} />),
}
