import { estateCuredFlow } from '#contract/estateCured/estateCuredFlow.ts'
import { estateCuredRecord } from '#contract/estateCured/estateCuredRecords.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { takeStep } from '#server/kit/records/takeStep.ts'
import { done } from '#server/kit/web/serve.ts'
import { approveEffect, rejectEffect, stepOfUpdate, withItsFile } from './decideEstateCured.ts'
import { estateCuredKind as kind } from './estateCuredKind.ts'
import { estateCuredSource, shapeEstateCured } from './estateCuredRows.ts'

const edited = { correct: 'Corrected: your approval is in it', edit: 'Sent again', remove: 'Deleted' }

export const estateCuredRecords = serveRecord(estateCuredRecord, {
  kind,
  source: ({ organisation }) => estateCuredSource(organisation),
  shape: shapeEstateCured,
  steps: {
    approve: { effect: approveEffect, verb: 'approved' },
    reject: { effect: rejectEffect, verb: 'rejected' },
  },
  within: ({ tx, actor, id }, work) => withItsFile({ tx, actor, id }, work),
  calls: (read) => ({
    update: async ({ tx, actor, body, request }) => {
      const { id, version, approverComment: comment } = body
      const { step, effect } = stepOfUpdate({ tx, actor }, body)
      const { to } = await withItsFile({ tx, actor, id }, () =>
        takeStep({ tx, actor, kind, step, id, version, comment, request, effect }),
      )
      const message = to === 'HOLDING_STATUS' ? estateCuredFlow.states[to].label : edited[step]
      return done(message, await read(tx, actor, id))
    },
  }),
})
