import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { errors } from '#contract/house/errors.ts'
import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { farmerPage, type FarmerPage } from '#contract/farmers/farmerPage.ts'
import { text } from '#contract/kit/field.ts'
import { lifeStateLabels, lifeStateRules } from '#contract/farmers/lifeStates.ts'
import {
  farmDetails,
  updatable,
  updatableIn,
  updateRequestFlow,
  updateRequest,
  wireNames,
  type UpdatableField,
} from '#contract/farmers/updateRequests.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { call } from '#client/kit/call.ts'
import { useInstitutionOptions } from '#client/kit/institutions.ts'
import { useCall } from '#client/kit/queries.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { genders } from './changedValues.ts'

type Farmer = FarmerPage['farmer']
type DialogProps = { id: string; onClose: () => void }

/** Requests a change of a farmer of whom only the id is known. */
export function UpdateDialog({ id, onClose }: DialogProps) {
  const { data: page, error } = useCall(farmerPage.page, { params: { id } })
  if (!page) return error ? <Unavailable why={error.message} onClose={onClose} /> : null
  const { farmer } = page
  if (hasOpenRequest(page)) return <Unavailable why={errors['change.open'].message} farmer={farmer} onClose={onClose} />
  if (updatableIn(farmer.farmerTypeName, farmer.lifeState).length === 0)
    return <Unavailable why={errors['farmer.left'].message} farmer={farmer} onClose={onClose} />
  return <UpdateForm farmer={farmer} onClose={onClose} />
}

/** Whether a request of the farmer waits: there is one at a time. */
export const hasOpenRequest = ({ requests }: FarmerPage): boolean =>
  requests.some(({ status }) => updateRequestFlow.initial.some((name) => name === status.statusName))

type UnavailableProps = { why: string; farmer?: Farmer; onClose: () => void }

/** Says why nothing can be requested, before somebody has filled a form in vain. */
export function Unavailable({ why, farmer, onClose }: UnavailableProps) {
  const words = useWords().farmerPage
  const translate = useContractWords()
  return (
    <Dialog onClose={onClose} size={480} title={farmer ? words.editTitle(farmer.fullName) : words.failed}>
      <p>{translate(why)}</p>
      <div className="form-foot plain">
        {farmer && (
          <Button
            variant="default"
            renderRoot={(rest) => (
              <Link
                {...rest}
                to="/farmers/farmer/$id"
                params={{ id: farmer.id }}
                search={{ tab: 'requests' }}
                onClick={onClose}
              />
            )}
          >
            {words.toRequests}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {words.understood}
        </Button>
      </div>
    </Dialog>
  )
}

const reasonField = { title: 'Reason', ...text(500, { required: false }) }
const needed = { title: 'Reason', ...text(500) }

const valueOf = (farmer: Farmer, key: UpdatableField): string => {
  if (key === 'institution') return farmer.institutionCode
  if (key === 'companyRegistrationNumber') return farmer.companyRegNumber
  if (key === 'mobileNumber') return farmer.mobileNumber.replace(/^254/, '0')
  if (key === 'companyKraPin') return farmer.kraPin
  return String(farmer[key] ?? '')
}
/** What a reader sees only in part cannot be edited either. */
const isMasked = (value: string) => value.startsWith('•')

const payment: readonly UpdatableField[] = ['institution', 'accountName', 'accountNumber']
const farm: readonly UpdatableField[] = farmDetails
const membership: readonly UpdatableField[] = ['memberNumber', 'mobileNumber']

/** The values of a farmer that may be changed, under the rules they were entered by. */
function UpdateForm({ farmer, onClose }: { farmer: Farmer; onClose: () => void }) {
  const words = useWords().farmerPage
  const translate = useContractWords()
  const institutions = useInstitutionOptions()
  const allowed = updatableIn(farmer.farmerTypeName, farmer.lifeState)
  const keys = allowed.filter((key) => !isMasked(valueOf(farmer, key)))
  const initial = Object.fromEntries(keys.map((key) => [key, valueOf(farmer, key)]))
  // What the register never had may stay away: another change must not wait for it.
  const fields = Object.fromEntries(
    keys.map((key) => [key, { ...farmerFields[key], required: farmerFields[key].required && initial[key] !== '' }]),
  )
  const byServer = Object.fromEntries(keys.map((key) => [wireNames[key] ?? key, key]))
  const state = useRecordForm<string>({ fields: { ...fields, reason: reasonField }, initial })
  const among = (group: readonly UpdatableField[]) => keys.filter((key) => group.includes(key))
  const identity = keys.filter((key) => ![payment, membership, farm].some((group) => group.includes(key)))
  return (
    <RecordDialog
      title={words.editTitle(farmer.fullName)}
      state={state}
      lead={
        <p className="sub">
          {allowed.length < updatable[farmer.farmerTypeName].length &&
            `${translate(errors['farmer.deceased'].message)} `}
          {words.editLead}
        </p>
      }
      groups={[
        { title: words.groups.identity, names: identity },
        { title: words.groups.contact, names: among(membership) },
        { title: words.groups.farm, names: among(farm) },
        { title: words.groups.payment, names: among(payment) },
        { title: words.groups.reason, names: ['reason'] },
      ].filter(({ names }) => names.length > 0)}
      controls={{
        institution: { options: institutions },
        gender: { options: genders.map(({ value, title }) => ({ value, label: translate(title) })) },
        reason: { as: 'textarea', wide: true },
      }}
      wireNames={byServer}
      submitLabel={words.send}
      send={(values, key) =>
        call(updateRequest.calls.edit, {
          body: {
            id: farmer.id,
            version: farmer.version,
            ...Object.fromEntries(keys.map((name) => [wireNames[name] ?? name, values[name] ?? ''])),
            ...(values['reason'] ? { reason: values['reason'] } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Requests another life state of a farmer. */
export function LifeStateDialog({ page, onClose }: { page: FarmerPage; onClose: () => void }) {
  const { farmer } = page
  if (hasOpenRequest(page)) return <Unavailable why={errors['change.open'].message} farmer={farmer} onClose={onClose} />
  return <LifeStateForm farmer={farmer} onClose={onClose} />
}

function LifeStateForm({ farmer, onClose }: { farmer: Farmer; onClose: () => void }) {
  const words = useWords().farmerPage
  const translate = useContractWords()
  const others = lifeStateRules[farmer.lifeState].next
  const state = useRecordForm({
    fields: { lifeState: { title: 'Life state', ...text(20) }, reason: needed },
  })
  return (
    <RecordDialog
      title={words.lifeStateTitle(farmer.fullName)}
      size={520}
      state={state}
      lead={<p className="sub">{words.lifeStateHint}</p>}
      groups={[{ names: ['lifeState', 'reason'] }]}
      controls={{
        lifeState: {
          options: others.map((value) => ({ value, label: translate(lifeStateLabels[value]) })),
          wide: true,
        },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ lifeState, reason }, key) =>
        call(updateRequest.calls.lifeState, {
          // The select offers nothing else.
          body: { id: farmer.id, version: farmer.version, lifeState: lifeState as Farmer['lifeState'], reason },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}
