import { resultFileRecord } from '#contract/results/resultFiles.ts'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'

/** Files of auction results, from whoever sends them to lots that are sold. */
export const resultFileView = viewUpload(resultFileRecord, {
  counted: ({ results: words }, count, shown) => words.lots(count, shown),
  rowTitle: ({ lotNumber, outturn }) => `${lotNumber} ${outturn}`,
  labels: ({ results: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.numberOf,
    rows: words.fromFile,
    back: words.allFiles,
    none: words.noFiles,
    sub: words.filesSub,
  }),
})
