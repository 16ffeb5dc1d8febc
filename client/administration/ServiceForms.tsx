import { useState } from 'react'
import { adminServices, type AdminService, type ServiceKey } from '#contract/administration/adminServices.ts'
import { positiveInteger, text, wholeNumber } from '#contract/kit/field.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import { call } from '#client/kit/call.ts'
import type { Control } from '#client/kit/forms/FormControl.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { listOf, PermissionPicker } from './PermissionPicker.tsx'
import { RequestForm } from './RequestForm.tsx'
import { organisationControl, useRolesOf, useTypeOf } from './UserForms.tsx'

const scope = {
  role: { title: 'Role', ...text(40) },
  calls: { title: 'Calls', ...text(6_000) },
  addresses: { title: 'Network addresses', ...text(1_000) },
  perMinute: { title: 'Calls a minute', ...positiveInteger({ max: 6_000 }) },
  keyDays: { title: 'Days of a key', ...positiveInteger({ max: 366 }) },
}
const name = { title: 'Name', ...text(100) }
const createFields = {
  name,
  username: { title: 'Name in the system', ...text(60) },
  organisationCode: { title: 'Organisation', ...text(40) },
  ...scope,
}
const changeFields = { name, ...scope }

/** The calls that a role opens and a program may be given, with their sentences. */
function useOpenCalls(permissions: readonly string[] | undefined): Record<string, string> {
  const translate = useContractWords()
  const offered = useCall(adminServices.offered, {}).data ?? []
  const open = offered.filter(
    (one) =>
      permissions && (one.permissions.length === 0 || one.permissions.some((each) => permissions.includes(each))),
  )
  return Object.fromEntries(open.map((one) => [one.call, `${translate(one.title)} (${one.call})`]))
}

/** What the fields of a scope look like, whether it is new or changed. */
function useScopeControls(type: OrganisationType | undefined, first: string) {
  const words = useWords().administration.services
  const translate = useContractWords()
  const [role, setRole] = useState(first)
  const roles = useRolesOf(type)
  const options = useOpenCalls(roles?.find((one) => one.name === role)?.permissions)
  return {
    role: {
      as: 'select',
      options: (roles ?? []).map((one) => ({ value: one.name, label: translate(one.label) })),
      loading: !roles,
      onChanged: setRole,
    },
    calls: {
      wide: true,
      render: (props) => (
        <PermissionPicker
          {...props}
          label={words.calls}
          hint={role === '' ? words.roleFirst : words.callsHint}
          // What another role opened is chosen no longer.
          value={listOf(props.value)
            .filter((one) => one in options)
            .join(',')}
          options={options}
        />
      ),
    },
    addresses: { as: 'textarea', wide: true, hint: words.addressesHint },
    perMinute: { hint: words.perMinuteHint },
    keyDays: { hint: words.keyDaysHint },
  } satisfies Record<string, Control>
}

type ScopeValues = Record<'calls' | 'addresses' | 'perMinute' | 'keyDays', string>
const scopeOf = ({ calls, addresses, perMinute, keyDays }: ScopeValues) => ({
  calls: listOf(calls),
  addresses: addresses.split(/[\s,]+/).filter(Boolean),
  perMinute: Number(perMinute),
  keyDays: Number(keyDays),
})

/** Proposes a new service account. */
export function CreateServiceForm({ onClose }: { onClose: () => void }) {
  const { services: words, organisationFirst } = useWords().administration
  const [code, setCode] = useState('')
  const controls = useScopeControls(useTypeOf(code), '')
  return (
    <RequestForm
      title={words.create}
      hint={words.createHint}
      fields={createFields}
      initial={{ perMinute: '60', keyDays: '90' }}
      controls={{
        ...controls,
        organisationCode: organisationControl(setCode),
        role: { ...controls.role, loading: false, disabled: code === '' && organisationFirst },
      }}
      send={({ reason, ...values }, key) =>
        call(adminServices.propose, { body: { ...values, ...scopeOf(values), reason }, idempotencyKey: key })
      }
      onClose={onClose}
    />
  )
}

type ServiceFormProps = { service: AdminService; onClose: () => void }

/** Proposes a change of a service account. */
export function ChangeServiceForm({ service, onClose }: ServiceFormProps) {
  const words = useWords().administration.services
  const controls = useScopeControls(service.organisationType, service.role)
  return (
    <RequestForm
      title={words.changeTitle(service.name)}
      fields={changeFields}
      initial={{
        name: service.name,
        role: service.role,
        calls: service.calls.join(','),
        addresses: service.addresses.join('\n'),
        perMinute: String(service.perMinute),
        keyDays: String(service.keyDays),
      }}
      controls={controls}
      send={({ reason, ...values }, key) =>
        call(adminServices.change, {
          params: { id: service.id },
          body: { ...values, ...scopeOf(values), reason },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}

const rotateFields = { overlapHours: { title: 'Hours of overlap', ...wholeNumber({ max: 168 }) } }

/** Proposes a new key. */
export function RotateForm({ service, onClose }: ServiceFormProps) {
  const words = useWords().administration.services
  return (
    <RequestForm
      title={words.rotateTitle(service.name)}
      hint={words.rotateHint}
      fields={rotateFields}
      initial={{ overlapHours: '24' }}
      controls={{ overlapHours: { hint: words.overlapHint } }}
      send={({ overlapHours, reason }, key) =>
        call(adminServices.rotate, {
          params: { id: service.id },
          body: { overlapHours: Number(overlapHours), reason },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}

type Reasoned = { params: { id: string }; body: { reason: string }; idempotencyKey: string }
const acts = {
  stop: {
    send: (sent: Reasoned) => call(adminServices.stop, sent),
    title: 'stopTitle',
    hint: 'stopHint',
    atOnce: true,
  },
  resume: {
    send: (sent: Reasoned) => call(adminServices.resume, sent),
    title: 'resumeTitle',
    hint: 'resumeHint',
    atOnce: false,
  },
  end: { send: (sent: Reasoned) => call(adminServices.end, sent), title: 'endTitle', hint: 'endHint', atOnce: false },
} as const

const reasonForm = (act: keyof typeof acts) =>
  function ServiceReasonForm({ service, onClose }: ServiceFormProps) {
    const words = useWords().administration.services
    const { send, title, hint, atOnce } = acts[act]
    return (
      <RequestForm
        title={words[title](service.name)}
        hint={words[hint]}
        fields={{}}
        send={({ reason }, key) => send({ params: { id: service.id }, body: { reason }, idempotencyKey: key })}
        onClose={onClose}
        {...(atOnce ? { atOnce, submitLabel: words[act] } : {})}
      />
    )
  }

/** Stops every key of a service account at once. */
export const StopForm = reasonForm('stop')
/** Proposes to let a stopped service account in again. */
export const ResumeServiceForm = reasonForm('resume')
/** Proposes the end of a service account. */
export const EndForm = reasonForm('end')

/** Stops one key at once. */
export function StopKeyForm({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const words = useWords().administration.services
  return (
    <RequestForm
      title={words.stopKeyTitle(serviceKey.key ?? '')}
      hint={words.stopKeyHint}
      fields={{}}
      send={({ reason }, key) =>
        call(adminServices.stopKey, { params: { id: serviceKey.id }, body: { reason }, idempotencyKey: key })
      }
      onClose={onClose}
      submitLabel={words.stop}
      atOnce
    />
  )
}
