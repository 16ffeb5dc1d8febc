import { useState } from 'react'
import { sale, saleFlow, type Sale } from '#contract/sales/sales.ts'
import { BeforeAfter } from '#client/kit/decisions/BeforeAfter.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { changedDays, SaleCourse } from './SaleCourse.tsx'

/** What a proposal does to the calendar, and the course that the sale takes then. */
function SaleLead({ row }: { row: Sale }) {
  const words = useWords().sales
  const translate = useContractWords()
  const format = useFormat()
  const { before, cancels, departs, reason, status } = row
  const [opened] = useState(() => Date.now())
  const state = stateFor(status, saleFlow)
  const changes = before && !cancels ? changedDays(words, format, before, row) : []
  const isOver = status.statusName === 'PENDING_APPROVAL' && !cancels && Date.parse(row.dispatchCutoff) <= opened
  return (
    <>
      <div className="hero">
        <span className="big">{format.date(row.saleDate)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? status.statusName)} />
      </div>
      {cancels && <p className="strong">{words.cancelled}</p>}
      {changes.length > 0 && <BeforeAfter values={changes} />}
      <SaleCourse days={row} departs={departs} />
      {isOver && <p className="faint">{words.isOver}</p>}
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How sales of the calendar are listed and decided. */
export const saleView = viewRecord(sale, {
  title: ({ saleNumber, season }) => `${saleNumber}, ${season}`,
  Lead: SaleLead,
  leads: ['saleNumber', 'season', 'saleDate', 'dispatchCutoff', 'catalogueClose', 'promptDate'],
})
