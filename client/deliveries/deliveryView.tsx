import './deliveries.css'
import { cherryDelivery, cherryDeliveryFlow, type CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { call } from '#client/kit/call.ts'
import { commentBody, stateFor, type DecisionInput } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { FarmerLink, RecordLink } from '#client/kit/places/links.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord, type RecordVersion } from '#client/kit/decisions/recordView.tsx'
import { Status } from '#client/kit/Status.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What is at stake in a delivery, and what a checker should look at first. */
function DeliveryLead({ row }: { row: CherryDelivery }) {
  const words = useWords().cherry
  const translate = useContractWords()
  const { weight, number } = useFormat()
  const { usualKg, numberOfTrees, seasonKg } = row
  const state = stateFor(row.state, cherryDeliveryFlow)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.currentDelivery)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status} />
      </div>
      <div className="delivery-usual faint">
        {usualKg !== null && <p>{words.usual(weight(usualKg))}</p>}
        {numberOfTrees !== null && numberOfTrees > 0 && (
          <p>
            {words.perTree(weight(seasonKg), numberOfTrees, number(numberOfTrees), weight(seasonKg / numberOfTrees))}
          </p>
        )}
      </div>
      {row.paidIn !== null && <p className="faint">{words.paidIn(row.paidIn)}</p>}
      <Quoted title={words.reasonOf}>{row.reason}</Quoted>
      <Quoted title={words.declinedBecause}>{row.approverComment}</Quoted>
      <Warned title={words.notes} lines={noteLines(row.notes, translate)} />
    </>
  )
}

/** The way to the member, to what a correction is about, and to the file it came in. */
function DeliveryDocuments({ row: { farmerId, correctsId, uploadId } }: { row: CherryDelivery }) {
  const words = useWords().cherry
  return (
    <>
      <FarmerLink id={farmerId} />
      {correctsId !== null && <RecordLink kind="cherry_delivery" id={correctsId} label={words.toCorrected} />}
      {uploadId !== null && <RecordLink kind="cherry_delivery_upload" id={uploadId} label={words.toFile} />}
    </>
  )
}

const decide =
  (action: 'approve' | 'decline') =>
  ({ id, version }: RecordVersion, { comment, key }: DecisionInput) =>
    call(cherryDelivery.calls.decide, {
      body: { action, confirmCherry: { id, version }, ...commentBody(comment) },
      idempotencyKey: key,
    })

/** How deliveries are listed and decided. */
export const deliveryView = viewRecord(cherryDelivery, {
  title: ({ fullName }) => fullName,
  take: { approve: decide('approve'), decline: decide('decline') },
  Lead: DeliveryLead,
  leads: ['currentDelivery', 'growerCode', 'productName'],
  Documents: DeliveryDocuments,
})
