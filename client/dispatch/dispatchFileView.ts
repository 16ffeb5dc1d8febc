import { dispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'

/** Dispatch files, from the mill to the warehouse. */
export const dispatchFileView = viewUpload(dispatchFile, {
  title: (file) => file.fileName,
  leads: ['totalWeight', 'warehouseName', 'saleNumber'],
  rowTitle: (row) => `${row.outturn} ${row.grade}`,
  labels: ({ dispatch: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.lots,
    rows: words.rows,
    back: words.all,
    none: words.none,
    sub: words.sub,
  }),
})
