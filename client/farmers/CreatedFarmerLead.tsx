import { TextInput } from '@mantine/core'
import { createdFarmerFlow, createdFarmer, isRegistered, needReason } from '#contract/createdFarmers.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/Quoted.tsx'
import { Status } from '#client/kit/Status.tsx'
import type { MoreProps } from '#client/kit/StepDialog.tsx'
import { noteLines, Warned } from '#client/kit/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { shortestReason } from './createdFarmerDecisions.ts'

type Known = { id: string }
const elsewhere = 'registered_elsewhere'

const useFarmer = (id: string) => useCall(createdFarmer.calls.one, { params: { id } })

/** What stands first in the drawer of a farmer: the farm, the state, and what to look at before a decision. */
export function CreatedFarmerLead({ row }: { row: Known }) {
  const words = useWords().createdFarmers
  const say = useContractWords()
  const { number } = useFormat()
  const { data: farmer, isPending } = useFarmer(row.id)
  if (isPending) return <p className="faint">{words.looking}</p>
  if (!farmer) return null
  const state = stateFor(farmer.status, createdFarmerFlow)
  const decides = farmer.decidedBy === null
  return (
    <>
      <div className="hero">
        <span className="big num">
          {number(farmer.acreage)} <small>{words.acres}</small>
        </span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? farmer.status.statusName} />
      </div>
      <Quoted title={isRegistered(farmer) ? words.approvedBecause : words.declinedBecause}>
        {farmer.approverComments}
      </Quoted>
      {decides && <Warned title={words.notesTitle} lines={noteLines(farmer.notes, say)} />}
    </>
  )
}

/** Asks, before an approval, why it is right in spite of what the farmer is pointed at. */
export function OverrideReason({ row, step, value, onChange }: MoreProps<Known>) {
  const words = useWords().createdFarmers
  const { data: farmer } = useFarmer(row.id)
  if (step.name !== 'approve' || !farmer || !needReason(farmer.notes)) return null
  const told = farmer.notes.some(({ code }) => code === elsewhere) ? words.override : words.inSpite
  // The dialog hands back what this form gave it.
  const reason = (value as string | undefined) ?? ''
  const short = reason.trim() !== '' && reason.trim().length < shortestReason
  return (
    <fieldset className="override">
      <legend>{told.title}</legend>
      <p className="faint">{told.hint}</p>
      <TextInput
        label={words.overrideReason}
        placeholder={told.placeholder}
        required
        maxLength={300}
        value={reason}
        error={short && words.overrideShort}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </fieldset>
  )
}
