import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { seasonReopening } from '#contract/schedules/seasonReopenings.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What opening a season again does, and why somebody wants it. */
function SeasonReopeningLead({ row: { notes, reason } }: { row: Pick<ChangeRequest, 'notes' | 'reason'> }) {
  const words = useWords().seasonReopenings
  const translate = useContractWords()
  return (
    <>
      <p>{words.effect}</p>
      <Warned title={words.notes} lines={noteLines(notes, translate)} />
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How reopenings of seasons are listed and decided. */
export const seasonReopeningView = viewRecord(seasonReopening, {
  title: ({ title }) => title,
  Lead: SeasonReopeningLead,
})
