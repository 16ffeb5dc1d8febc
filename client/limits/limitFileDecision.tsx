import { Link } from '@tanstack/react-router'
import { limitFileFlow } from '#contract/limitFileFlow.ts'
import { limitFile, type LimitFileEffect } from '#contract/limitFiles.ts'
import type { Upload } from '#contract/uploads.ts'
import { call } from '#client/kit/call.ts'
import { callQuery, queryClient } from '#client/kit/queries.ts'
import { ConsentLine } from '#client/kit/ShareConsent.tsx'
import { uploadDecisions } from '#client/kit/uploadDecisions.ts'
import { uploadDocuments, uploadLead, type UploadDecision } from '#client/kit/UploadLead.tsx'
import { currentUser } from '#client/kit/user.ts'
import { LimitEffect } from './LimitEffect.tsx'

const FileLead = uploadLead((words, count, shown) => words.limits.rows(count, shown))

/** The rate that the drawer showed, so that nobody decides on other amounts than were seen. */
const seenRate = (id: string): { rate?: number } => {
  const seen = queryClient.getQueryData<LimitFileEffect>(callQuery(limitFile.calls.effect, { params: { id } }).queryKey)
  return seen ? { rate: seen.rate } : {}
}

/** All that belongs to a decision on a limit file: the same on its own screen and in the inbox. */
export const limitFileDecision: UploadDecision = {
  decisions: uploadDecisions({
    flow: limitFileFlow,
    approve: (body, { key }) =>
      call(limitFile.calls.approve, {
        params: { organisationId: currentUser()?.organisation.id ?? '' },
        body: { ...body, ...seenRate(body.id), action: 'APPROVE' },
        idempotencyKey: key,
      }),
    decline: (body, { key }) =>
      call(limitFile.calls.decline, { body: { ...body, action: 'REJECT' }, idempotencyKey: key }),
  }),
  Lead: ({ row }: { row: Upload }) => (
    <>
      <FileLead row={row} />
      <LimitEffect {...row} />
      <ConsentLine consent={row.consent} />
    </>
  ),
  Documents: uploadDocuments((id, rest) => <Link {...rest} to="/farmers/limits/$id/details" params={{ id }} />),
}
