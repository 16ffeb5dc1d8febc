import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { concerns, updateRequestFlow, updateRequests, type UpdateRequest } from '#contract/updateRequests.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useChangedValues } from './changedValues.ts'
import './farmerPage.css'

/** What a request would change, what a decider should look at, and why it was asked. */
export function UpdateLead({ row }: { row: UpdateRequest }) {
  const say = useContractWords()
  const words = useWords().farmerPage
  const state = stateFor(row.status, updateRequestFlow)
  return (
    <>
      <div className="hero">
        <h2>{say(concerns[row.concern])}</h2>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      <RiskNotes notes={row.notes} />
      <ChangeTable request={row} />
      {row.reason && (
        <p className="told-why">
          <b>{words.reason}</b> <q>{row.reason}</q>
        </p>
      )}
      {row.approverComments && (
        <p className="told-why">
          <b>{words.comment}</b> <q>{row.approverComments}</q>
        </p>
      )}
    </>
  )
}

/** The same in the dialog that asks: who decides from the menu of a row has not seen the drawer. */
export const UpdateMore = ({ row }: { row: Pick<UpdateRequest, 'notes' | 'before' | 'after'> }) => (
  <>
    <RiskNotes notes={row.notes} />
    <ChangeTable request={row} />
  </>
)

/** Warnings that come with a record. */
export function RiskNotes({ notes }: { notes: UpdateRequest['notes'] }) {
  const say = useContractWords()
  const words = useWords().farmerPage
  if (notes.length === 0) return null
  return (
    <Alert className="al warned" color="gold" title={words.warnings} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <ul>
        {notes.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{say(message)}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Each changed value as it is and as it would be. */
export function ChangeTable({ request }: { request: Pick<UpdateRequest, 'before' | 'after'> }) {
  const words = useWords().farmerPage
  const values = useChangedValues(request)
  return (
    <table className="change-table">
      <thead>
        <tr>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.now}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ key, title, before, after }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            <td>
              <del className={unbroken(before)}>{before}</del>
            </td>
            <td>
              <ins className={unbroken(after)}>
                <IconArrowRight size={13} aria-hidden /> {after}
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// Numbers of usual length are compared digit by digit, which nobody can across two lines.
const unbroken = (value: string) => (/^[\d•]{1,14}$/.test(value) ? 'unbroken' : undefined)

/** The way to everything about the farmer. */
export function FarmerLink({ id }: { id: string }) {
  const words = useWords().farmerPage
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconUser size={15} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} to="/farmers/farmer/$id" params={{ id }} />}
    >
      {words.page}
    </Button>
  )
}

export const UpdateDocuments = ({ row }: { row: UpdateRequest }) => <FarmerLink id={row.growerId} />

/** The same for a request of which only the id is known. */
export function UpdateLeadById({ row: { id } }: { row: { id: string } }) {
  const request = useCall(updateRequests.one, { params: { id } }).data
  return request ? <UpdateLead row={request} /> : null
}
export function UpdateDocumentsById({ row: { id } }: { row: { id: string } }) {
  const request = useCall(updateRequests.one, { params: { id } }).data
  return request ? <UpdateDocuments row={request} /> : null
}
