import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useStepForms } from '#client/kit/review/useStepForms.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { catalogueRecordView, lotForms } from './catalogueRecordView.tsx'
import { CloseClock } from './CloseClock.tsx'
import { lotCells, useLotFacts } from './LotLead.tsx'

/** The lots of every catalogue file, and how long they can still be agreed. */
export function CatalogueLotsScreen() {
  const words = useWords().catalogue
  const user = useUser()
  const opened = useStepForms(lotForms)
  const facts = useLotFacts()
  return (
    <>
      <ListScreen<CatalogueRecord>
        {...catalogueRecordView.on(user)}
        heading={<h1>{words.lotsTitle}</h1>}
        sub={words.lotsSub}
        above={<CloseClock />}
        facts={facts}
        cells={lotCells}
        forms={opened.forms}
        next={{ text: words.noLots }}
      />
      {opened.open}
    </>
  )
}
