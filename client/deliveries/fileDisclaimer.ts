import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { call, type CallRefused } from '#client/kit/call.ts'
import { queryClient } from '#client/kit/queries.ts'
import type { UploadAgreement } from '#client/kit/uploads/UploadDialog.tsx'
import { DisclaimerCheck } from './DisclaimerCheck.tsx'
import { disclaimerQuery } from './sendEntries.ts'

/** Who uploads a file of deliveries accepts the disclaimer first, in the wording that the dialog shows. */
export const fileDisclaimer: UploadAgreement = {
  Box: DisclaimerCheck,
  missing: 'Please tick the checkbox to proceed',
  accept: async () => {
    const { version } = await queryClient.ensureQueryData(disclaimerQuery)
    try {
      const { data } = await call(cherryDelivery.calls.acceptDisclaimer, { body: { version } })
      queryClient.setQueryData(disclaimerQuery.queryKey, data)
    } catch (refused) {
      // Another wording is in force by now: the dialog shows it, to be read and ticked.
      if ((refused as CallRefused).code === 'delivery.disclaimer_changed')
        await queryClient.invalidateQueries(disclaimerQuery)
      throw refused
    }
  },
}
