import type { EstateCured } from '#contract/estateCured/estateCuredRecords.ts'
import { useStepForms } from '#client/kit/review/useStepForms.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { estateCuredCells, useEstateCuredFacts } from './EstateCuredLead.tsx'
import { estateCuredForms, estateCuredView } from './estateCuredView.ts'

/** Estate cured records of every file. */
export function EstateCuredRecordsScreen() {
  const words = useWords().estateCured
  const user = useUser()
  const opened = useStepForms(estateCuredForms)
  const facts = useEstateCuredFacts()
  return (
    <>
      <ListScreen<EstateCured>
        {...estateCuredView.on(user)}
        sub={words.recordsSub}
        facts={facts}
        cells={estateCuredCells}
        forms={opened.forms}
        next={{ text: words.noRecords }}
      />
      {opened.open}
    </>
  )
}
