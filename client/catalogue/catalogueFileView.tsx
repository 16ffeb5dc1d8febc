import { catalogueFile } from '#contract/catalogue/catalogueFiles.ts'
import { catalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { catalogueRecordView, lotForms } from './catalogueRecordView.tsx'
import { CloseClock } from './CloseClock.tsx'
import { lotCells, useLotFacts } from './LotLead.tsx'

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
  Above: CloseClock,
  records: {
    view: catalogueRecordView,
    bulk: catalogueRecord.calls.bulk,
    forms: lotForms,
    cells: lotCells,
    useFacts: useLotFacts,
  },
})
