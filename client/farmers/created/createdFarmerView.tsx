import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  createdFarmerFlow,
  createdFarmer,
  isRegistered,
  needReason,
  type CreatedFarmer,
} from '#contract/farmers/createdFarmers.ts'
import { call } from '#client/kit/call.ts'
import { stateFor, type DecisionInput } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { keyOf, queryClient, useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord, type RecordVersion } from '#client/kit/decisions/recordView.tsx'
import { Status } from '#client/kit/Status.tsx'
import type { MoreProps } from '#client/kit/decisions/StepDialog.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** A reason of fewer letters is not one; the contract says the same. */
const shortestReason = 3

type FarmerId = Pick<CreatedFarmer, 'id'>
const elsewhere = 'registered_elsewhere'

const useFarmer = (id: string) => useCall(createdFarmer.calls.one, { params: { id } })

/** What stands first in the drawer of a farmer: the farm, the state, and what to look at before a decision. */
function CreatedFarmerLead({ row }: { row: FarmerId }) {
  const words = useWords().createdFarmers
  const translate = useContractWords()
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
      {decides && <Warned title={words.notesTitle} lines={noteLines(farmer.notes, translate)} />}
    </>
  )
}

/** Asks, before an approval, why it is right in spite of what the farmer is pointed at. */
function OverrideReason({ row, step, value, onChange }: MoreProps<FarmerId>) {
  const words = useWords().createdFarmers
  const { data: farmer } = useFarmer(row.id)
  if (step.name !== 'approve' || !farmer || !needReason(farmer.notes)) return null
  const texts = farmer.notes.some(({ code }) => code === elsewhere) ? words.override : words.inSpite
  // The dialog keeps the value as this form set it.
  const reason = (value as string | undefined) ?? ''
  const short = reason.trim() !== '' && reason.trim().length < shortestReason
  return (
    <fieldset className="override">
      <legend>{texts.title}</legend>
      <p className="faint">{texts.hint}</p>
      <TextInput
        label={words.overrideReason}
        placeholder={texts.placeholder}
        required
        maxLength={300}
        value={reason}
        error={short && words.overrideShort}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </fieldset>
  )
}

/** Only the drawer has read what a farmer is pointed at. */
function mayBeDoubtful(id: string): boolean {
  const { one } = createdFarmer.calls
  const farmer = queryClient.getQueryData<z.output<typeof one.answer>>(keyOf(one, { params: { id } }))
  return farmer === undefined || needReason(farmer.notes)
}

const decide =
  (action: 'approve' | 'decline') =>
  ({ id, version }: RecordVersion, { comment, more, key }: DecisionInput) => {
    // The value is as the dialog's own form set it.
    const override = ((more as string | undefined) ?? '').trim()
    return call(createdFarmer.calls.approve, {
      body: {
        action,
        confirmFarmer: id,
        version,
        ...(comment === undefined ? {} : { approverComments: comment }),
        ...(action === 'approve' && override.length >= shortestReason ? { override } : {}),
      },
      idempotencyKey: key,
    })
  }

/** How created farmers are listed and decided. The call that exports them is the list's twin. */
export const createdFarmerView = viewRecord(createdFarmer, {
  title: ({ fullName }) => fullName,
  take: { approve: decide('approve'), decline: decide('decline') },
  More: OverrideReason,
  asks: ({ id }) => mayBeDoubtful(id),
  Lead: CreatedFarmerLead,
  leads: ['acreage'],
})
