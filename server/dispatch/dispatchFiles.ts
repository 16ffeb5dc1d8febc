import { dispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { dispatchFileFlow } from '#contract/dispatch/dispatchFlow.ts'
import { neverMay } from '#contract/kit/workflow.ts'
import { acceptDisclaimer, disclaimerInForce } from '#server/facts/disclaimers.ts'
import { nextSale } from '#server/facts/saleDays.ts'
import { now } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { insideOwnersWall } from '#server/kit/records/insideOwnersWall.ts'
import { Refused } from '#server/kit/refused.ts'
import { downloadFile } from '#server/kit/uploads/downloads.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { done } from '#server/kit/web/serve.ts'
import { approveFile, declineFile, deleteFile, dropFile } from './decideFile.ts'
import { dispatchBinding as binding, dispatchFileKind as kind } from './dispatchKinds.ts'
import { dispatchFileSource, dispatchRowsSource, shapeDispatchFile, shapeDispatchRow } from './dispatchRows.ts'

const name = 'dispatch'

export const dispatchFiles = serveUpload(dispatchFile, {
  binding,
  source: dispatchFileSource,
  // The wall shows a mill its own, and everybody else those that name them.
  concerns: () => sql`true`,
  shape: shapeDispatchFile,
  rows: { source: dispatchRowsSource, shape: () => shapeDispatchRow },
  within: ({ tx, actor, id }, work) => insideOwnersWall({ tx, actor, kind, id }, work),
  receive: async (call) => {
    const { tx, actor, file } = call
    const never = neverMay(dispatchFileFlow.steps.drop, actor)
    if (never) throw new Refused(never)
    if (!(await nextSale(tx, now())))
      throw new Refused('sale.dispatch_closed', {
        message: 'No sale takes dispatch now: the cut-off of every sale in the calendar has passed.',
      })
    const shown = file.fields['termsVersion']?.trim()
    const terms = await acceptDisclaimer(tx, actor, { name, shown: shown ? Number(shown) : undefined })
    const changes = { terms: { before: null, after: `dispatch version ${terms.version}` } }
    const upload = await receiveUpload({ ...call, organisation: null }, binding, changes)
    await sql`insert into dispatch_files (upload_id, organisation_id, disclaimer_id, accepted_by, accepted_at)
      values (${upload.id}, ${actor.organisationId}, ${terms.id}, ${actor.userId}, ${now()})`.execute(tx)
    return upload
  },
  steps: {
    approve: {
      effect: ({ tx, actor, request }) => approveFile({ tx, actor, request }),
      message: 'Approved: the coffee is received',
    },
    decline: { effect: ({ tx, actor, request }) => declineFile({ tx, actor, request }), message: 'Declined' },
    drop: {
      effect: ({ tx, actor }) => dropFile(tx, actor),
      message: ({ status }) =>
        status.statusName === 'DISCARDED' ? 'Discarded' : 'The warehouse is asked to delete the file',
    },
    approveDrop: { effect: ({ tx, actor, request }) => deleteFile({ tx, actor, request }), message: 'Deleted' },
    rejectDrop: { message: 'The file stays' },
  },
  calls: (read) => ({
    terms: ({ tx, actor }) => disclaimerInForce(tx, actor, name),
    acceptTerms: async ({ tx, actor, body }) => {
      await acceptDisclaimer(tx, actor, { name, shown: body.version })
      return done('Agreed', await disclaimerInForce(tx, actor, name))
    },
    download: async ({ tx, actor, params }) =>
      downloadFile({ tx, actor, binding, upload: await read(tx, actor, params.id) }),
  }),
})
