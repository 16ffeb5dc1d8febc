import { cherryDeliveryUpload } from '#contract/deliveries/cherryDeliveryUploads.ts'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { fileDisclaimer } from './fileDisclaimer.ts'

/** Weighing books and exports of digital scales, from the clerk to approved deliveries. */
export const deliveryUploadView = viewUpload(cherryDeliveryUpload, {
  counted: (words, count, shown) => words.cherry.deliveries(count, shown),
  rowTitle: (row) => row.fullName || row.memberNumber,
  labels: ({ cherry: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.numberOf,
    rows: words.fromFile,
    back: words.allUploads,
  }),
  agreement: fileDisclaimer,
  also: { approve: () => ({ action: 'APPROVE' }), decline: () => ({ action: 'REJECT' }) },
})
