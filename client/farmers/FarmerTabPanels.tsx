import { useState, type ReactNode } from 'react'
import type { AuditEvent } from '#contract/house/audit.ts'
import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { farmerList } from '#contract/farmers/farmers.ts'
import { farmerPage, type FarmerPage } from '#contract/farmers/farmerPage.ts'
import { concerns, updateRequestFlow, type UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { stampOf, stateFor, type NamedStep } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { HistoryLines } from '#client/kit/decisions/History.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Status } from '#client/kit/Status.tsx'
import { StepButtons } from '#client/kit/decisions/StepButtons.tsx'
import { StepDialog } from '#client/kit/decisions/StepDialog.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useInstitutions } from '#client/kit/institutions.ts'
import { titleOfGender } from './changedValues.ts'
import { ChangeTable, RiskNotes, updateRequestView } from './updateRequestView.tsx'

type PanelProps = { page: FarmerPage }
type Fact = { title: string; value: ReactNode }

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="card fact-grid">
    {facts
      .filter(({ value }) => value !== '' && value !== null)
      .map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

/** Who the farmer is. */
export function FarmerIdentity({ page: { farmer } }: PanelProps) {
  const { facts: words, ...more } = useWords().farmerPage
  const translate = useContractWords()
  const { number, date } = useFormat()
  const isCompany = farmer.companyName !== ''
  return (
    <Facts
      facts={[
        { title: words.fullName, value: farmer.fullName },
        {
          title: isCompany ? words.companyRegNumber : words.farmerId,
          value: <span className="code">{farmer.farmerId}</span>,
        },
        { title: words.memberNumber, value: <span className="code">{farmer.memberNumber}</span> },
        { title: words.mobileNumber, value: <span className="code">{farmer.mobileNumber}</span> },
        { title: words.gender, value: translate(titleOfGender(farmer.gender)) },
        { title: words.yearOfBirth, value: farmer.yearOfBirth },
        { title: words.kraPin, value: farmer.kraPin },
        { title: words.society, value: `${farmer.organisationName} (${farmer.organisationCode})` },
        { title: words.county, value: `${farmer.county}, ${farmer.subCounty}` },
        { title: words.place, value: [farmer.village, farmer.ward].filter(Boolean).join(', ') },
        { title: words.acreage, value: more.acres(number(farmer.acreage)) },
        { title: words.numberOfTrees, value: farmer.numberOfTrees === null ? '' : number(farmer.numberOfTrees) },
        { title: words.variety, value: farmer.variety },
        { title: words.created, value: date(farmer.created) },
      ]}
    />
  )
}

const checkTones = { VERIFIED: 'good', NAME_DIFFERS: 'waiting', UNVERIFIED: 'neutral' } as const
const checks = farmerList.filters?.find(({ key }) => key === 'accountState')?.options ?? []

/** What the bank says of an account, as a state. */
export const accountCheckOf = (state: keyof typeof checkTones) => ({
  tone: checkTones[state],
  label: checks.find(({ value }) => value === state)?.title ?? state,
})

/** Where the farmer is paid, what the bank says of it, and how it came about. */
export function FarmerPayment({ page: { farmer, account } }: PanelProps) {
  const words = useWords().farmerPage
  const { dateTime } = useFormat()
  const { lookUp } = account
  const lookUpText = !lookUp
    ? words.lookUps.none
    : lookUp.outcome === 'found'
      ? words.lookUps.found(lookUp.accountName, dateTime(lookUp.checkedAt))
      : words.lookUps[lookUp.outcome]
  return (
    <>
      <Facts
        facts={[
          { title: words.facts.institution, value: farmer.institutionName },
          { title: words.facts.account, value: <span className="code">{farmer.accountNumber}</span> },
          { title: words.facts.accountName, value: farmer.accountName },
          { title: words.facts.currency, value: farmer.currency },
          { title: words.facts.check, value: <Status {...accountCheckOf(farmer.accountState)} /> },
          { title: words.facts.lookUp, value: lookUpText },
          { title: words.facts.changed, value: account.changedAt ? dateTime(account.changedAt) : '' },
        ]}
      />
      <h2 className="part-title">{words.changes}</h2>
      {account.changes.length === 0 && <p className="faint">{words.changesNone}</p>}
      {account.changes.map((change) => (
        <section key={change.id} className="card pad part">
          <p className="part-head">
            <b>{dateTime(change.at)}</b>{' '}
            <span className="faint">{words.changedBy(change.requestedBy, change.decidedBy)}</span>
          </p>
          <ChangeTable request={changeOf(change)} />
        </section>
      ))}
    </>
  )
}

/** Only what changed of an account. */
function changeOf({ before, after }: FarmerPage['account']['changes'][number]) {
  const names = { institution: 'institutionName', accountName: 'accountName', accountNumber: 'accountNumber' } as const
  const changedFields = Object.entries(names).filter(([, key]) => after[key] !== '')
  return {
    before: Object.fromEntries(changedFields.map(([name, key]) => [name, before[key]])),
    after: Object.fromEntries(changedFields.map(([name, key]) => [name, after[key]])),
  }
}

/** The update requests for this farmer, with the decisions that may be taken here. */
export function FarmerRequests({ page: { requests } }: PanelProps) {
  const words = useWords().farmerPage
  const [decision, setDecision] = useState<{ row: UpdateRequest; step: NamedStep }>()
  if (requests.length === 0) return <p className="faint">{words.requestsNone}</p>
  return (
    <>
      {requests.map((request) => (
        <Request key={request.id} request={request} onStep={(step) => setDecision({ row: request, step })} />
      ))}
      {decision && (
        <StepDialog
          decisions={updateRequestView.decisions}
          row={decision.row}
          step={decision.step}
          facts={[]}
          onClose={() => setDecision(undefined)}
          onDone={() => setDecision(undefined)}
        />
      )}
    </>
  )
}

function Request({ request, onStep }: { request: UpdateRequest; onStep: (step: NamedStep) => void }) {
  const translate = useContractWords()
  const words = useWords().farmerPage
  const { dateTime } = useFormat()
  const state = stateFor(request.status, updateRequestFlow)
  return (
    <section className="card pad part" data-version={stampOf(request).version}>
      <p className="part-head">
        <b>{translate(concerns[request.concern])}</b>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? request.status.statusName} />
        <span className="faint">
          {request.createdBy} · {dateTime(request.created)}
        </span>
      </p>
      <RiskNotes notes={request.notes} />
      <ChangeTable request={request} />
      {request.reason && <q>{request.reason}</q>}
      <Quoted title={words.comment}>{request.approverComments}</Quoted>
      <StepButtons flow={updateRequestFlow} row={request} onStep={onStep} />
    </section>
  )
}

/** Who did what to the farmer, its requests and its plots. */
export function FarmerHistory({ page: { farmer } }: PanelProps) {
  const words = useWords().lists
  const institutions = useInstitutions()
  const events = useCall(farmerPage.history, { params: { id: farmer.id } })
  const nameOf = (code: unknown) =>
    institutions.find(({ institutionCode }) => institutionCode === code)?.institutionName ?? code
  const worded = events.data?.map((event) => ({
    ...event,
    changes: event.kind === updateRequestFlow.kind ? inWords(event, nameOf) : {},
  }))
  return (
    <div className="card pad">
      <HistoryLines events={{ ...events, data: worded }} none={words.historyNone} mixed />
    </div>
  )
}

/** What a request changed, under the titles of the form; its approval changed the same and need not say it again. */
function inWords({ action, changes }: AuditEvent, nameOf: (code: unknown) => unknown): AuditEvent['changes'] {
  if (action in updateRequestFlow.steps) return {}
  return Object.fromEntries(
    Object.entries(changes).map(([key, { before, after }]) => [
      key in farmerFields ? farmerFields[key as keyof typeof farmerFields].title : 'Life state',
      key === 'institution' ? { before: nameOf(before), after: nameOf(after) } : { before, after },
    ]),
  )
}
