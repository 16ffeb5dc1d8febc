import { farmerFields } from '#contract/farmerFields.ts'
import { farmerPage, type FarmerPage } from '#contract/farmerPage.ts'
import { text } from '#contract/kit/field.ts'
import { lifeStateLabels, lifeStates } from '#contract/lifeStates.ts'
import { updatable, updateRequests, wireNames, type UpdatableField } from '#contract/updateRequests.ts'
import { call } from '#client/kit/call.ts'
import { useCall } from '#client/kit/queries.ts'
import { RecordDialog } from '#client/kit/RecordForm.tsx'
import { useRecordForm } from '#client/kit/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { genders, useInstitutions } from './changedValues.ts'

type Farmer = FarmerPage['farmer']
type DialogProps = { id: string; onClose: () => void }

/** Asks for a change of a farmer of whom only the id is known. */
export function UpdateDialog({ id, onClose }: DialogProps) {
  const page = useCall(farmerPage.page, { params: { id } }).data
  return page ? <UpdateForm farmer={page.farmer} onClose={onClose} /> : null
}

const reasonField = { title: 'Reason', ...text(500, { required: false }) }
const needed = { title: 'Reason', ...text(500) }

const valueOf = (farmer: Farmer, key: UpdatableField): string => {
  if (key === 'institution') return farmer.institutionCode
  if (key === 'companyRegistrationNumber') return farmer.companyRegNumber
  if (key === 'mobileNumber') return farmer.mobileNumber.replace(/^254/, '0')
  return farmer[key]
}
/** What a reader sees only in part cannot be edited either. */
const isMasked = (value: string) => value.startsWith('•')

const byServer = Object.fromEntries(Object.entries(wireNames).map(([name, wire]) => [wire, name as UpdatableField]))
const payment: readonly UpdatableField[] = ['institution', 'accountName', 'accountNumber']
const membership: readonly UpdatableField[] = ['memberNumber', 'mobileNumber']

/** The values of a farmer that may be changed, under the rules they were entered by. */
function UpdateForm({ farmer, onClose }: { farmer: Farmer; onClose: () => void }) {
  const words = useWords().farmerPage
  const say = useContractWords()
  const institutions = useInstitutions()
  const keys = updatable[farmer.farmerTypeName].filter((key) => !isMasked(valueOf(farmer, key)))
  const initial = Object.fromEntries(keys.map((key) => [key, valueOf(farmer, key)]))
  const fields = Object.fromEntries(keys.map((key) => [key, farmerFields[key]]))
  const state = useRecordForm<string>({ fields: { ...fields, reason: reasonField }, initial })
  const among = (group: readonly UpdatableField[]) => keys.filter((key) => group.includes(key))
  const identity = keys.filter((key) => !payment.includes(key) && !membership.includes(key))
  return (
    <RecordDialog
      title={words.editTitle(farmer.fullName)}
      state={state}
      lead={<p className="sub">{words.editLead}</p>}
      groups={[
        { title: words.groups.identity, names: identity },
        { title: words.groups.contact, names: among(membership) },
        { title: words.groups.payment, names: among(payment) },
        { title: words.groups.reason, names: ['reason'] },
      ]}
      controls={{
        institution: {
          options: institutions.map(({ institutionCode, institutionName }) => ({
            value: institutionCode,
            label: institutionName,
          })),
        },
        gender: { options: genders.map(({ value, title }) => ({ value, label: say(title) })) },
        reason: { as: 'textarea', wide: true },
      }}
      wireNames={byServer}
      submitLabel={words.send}
      send={(values, key) =>
        call(updateRequests.edit, {
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

/** Asks for another life state of a farmer. */
export function LifeStateDialog({ farmer, onClose }: { farmer: Farmer; onClose: () => void }) {
  const words = useWords().farmerPage
  const say = useContractWords()
  const others = lifeStates.filter((state) => state !== farmer.lifeState)
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
        lifeState: { options: others.map((value) => ({ value, label: say(lifeStateLabels[value]) })), wide: true },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ lifeState, reason }, key) =>
        call(updateRequests.lifeState, {
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
