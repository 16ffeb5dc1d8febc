import type { DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useStepForms } from '#client/kit/review/useStepForms.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { useDispatchFacts } from './DispatchRecordLead.tsx'
import { dispatchForms, dispatchRecordView } from './dispatchRecordView.ts'

/** What mills dispatch, grade by grade of each outturn, and what the warehouses say of it. */
export function DispatchRecordsScreen() {
  const words = useWords().dispatch
  const opened = useStepForms(dispatchForms)
  const facts = useDispatchFacts()
  return (
    <>
      <ListScreen<DispatchRecord>
        {...dispatchRecordView.on(useUser())}
        heading={<h1>{words.recordsTitle}</h1>}
        sub={words.recordsSub}
        facts={facts}
        forms={opened.forms}
        next={{ text: words.noRecords }}
      />
      {opened.open}
    </>
  )
}
