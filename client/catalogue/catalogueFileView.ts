import { catalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'

/** Catalogue files, from the broker to lots that both parties decide on. */
export const catalogueFileView = viewUpload(catalogueFile, {
  counted: ({ catalogue: words }, count, shown) => words.lots(count, shown),
  rowTitle: ({ lotNumber, outturn }) => `${lotNumber} ${outturn}`,
  labels: ({ catalogue: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.numberOf,
    rows: words.fromFile,
    back: words.allFiles,
    none: words.none,
    sub: words.sub,
  }),
})
