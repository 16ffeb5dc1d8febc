import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { adminOrganisations } from '#contract/administration/adminOrganisations.ts'
import { adminRoles, type AdminRole } from '#contract/administration/adminRoles.ts'
import { adminUsers, type AdminUser } from '#contract/administration/adminUsers.ts'
import type { OrganisationType } from '#contract/house/organisationTypes.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import type { Control, Option } from '#client/kit/forms/FormControl.tsx'
import { rowsOf } from '#client/kit/lists/listAnswer.ts'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { callQuery, useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { RequestForm } from './RequestForm.tsx'
import { showCode } from './secrets.tsx'

const optional = { required: false }
const inviteFields = {
  fullName: { title: 'Name', ...text(100) },
  username: { title: 'Username', ...text(60) },
  email: { title: 'E-mail', ...text(200, optional) },
  organisationCode: { title: 'Organisation', ...text(40) },
  role: { title: 'Role', ...text(40) },
}
const changeFields = {
  fullName: { title: 'Name', ...text(100) },
  email: { title: 'E-mail', ...text(200, optional) },
  role: { title: 'Role', ...text(40) },
  leaveFrom: { title: 'Leave from', ...text(10, optional) },
  leaveTo: { title: 'Leave until', ...text(10, optional) },
}

/** Roles for an organisation of this type. */
export function useRolesOf(type: string | undefined): readonly AdminRole[] | undefined {
  const answer = useCall(adminRoles.list, { query: { paginate: 'Y', size: 100 } }).data
  return answer && rowsOf(answer).filter((role) => type !== undefined && role.types.includes(type))
}

/** The same by the names people know. */
function useRoleOptions(type: string | undefined): readonly Option[] | undefined {
  const translate = useContractWords()
  return useRolesOf(type)?.map((role) => ({ value: role.name, label: translate(role.label) }))
}

const findOrganisations = (search: string) =>
  ({ query: { paginate: 'Y', size: 20, search, filter: 'status:OPEN' } }) as const

/** The type of an open organisation, once its code is chosen. */
export function useTypeOf(code: string): OrganisationType | undefined {
  const answer = useCall(adminOrganisations.list, findOrganisations(code), { enabled: code !== '' }).data
  return answer && rowsOf(answer).find((one) => one.code === code)?.type
}

/** The field that chooses an open organisation. */
export const organisationControl = (onChanged: (code: string) => void): Control => ({
  render: (props) => (
    <LookupField
      {...props}
      least={2}
      query={(search) => callQuery(adminOrganisations.list, findOrganisations(search))}
      entriesOf={(answer) => rowsOf(answer).map((one) => ({ value: one.code, label: one.name, hint: one.code }))}
    />
  ),
  onChanged,
})

/** Proposes a new user, and shows the maker's half of the invitation. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const words = useWords().administration
  const [code, setCode] = useState('')
  const options = useRoleOptions(useTypeOf(code))
  return (
    <RequestForm
      title={words.inviteTitle}
      hint={words.inviteHint}
      fields={inviteFields}
      controls={{
        organisationCode: organisationControl(setCode),
        role: { as: 'select', options: options ?? [], disabled: code === '' && words.organisationFirst },
      }}
      send={async (values, key) => {
        const answer = await call(adminUsers.invite, { body: values, idempotencyKey: key })
        return { ...answer, name: values.fullName }
      }}
      onDone={({ data, name }) => {
        if (data.code) showCode(data.code, name)
      }}
      onClose={onClose}
    />
  )
}

type UserFormProps = { user: AdminUser; onClose: () => void }

/** Proposes a change of a user; what stays the same is not sent. */
export function ChangeUserForm({ user, onClose }: UserFormProps) {
  const words = useWords().administration
  const options = useRoleOptions(user.organisationType)
  return (
    <RequestForm
      title={words.changeUserTitle(user.fullName)}
      hint={words.leaveHint}
      fields={changeFields}
      initial={{
        fullName: user.fullName,
        email: user.email ?? '',
        role: user.role,
        leaveFrom: user.leaveFrom ?? '',
        leaveTo: user.leaveTo ?? '',
      }}
      controls={{
        role: { as: 'select', options: options ?? [], loading: !options },
        leaveFrom: { as: 'date' },
        leaveTo: { as: 'date' },
      }}
      send={(values, key) => call(adminUsers.change, { params: { id: user.id }, body: values, idempotencyKey: key })}
      onClose={onClose}
    />
  )
}

/** Shuts a user out at once. */
export function SuspendForm({ user, onClose }: UserFormProps) {
  const words = useWords().administration
  return (
    <RequestForm
      title={words.suspendTitle(user.fullName)}
      hint={words.suspendHint}
      fields={{}}
      send={(values, key) => call(adminUsers.suspend, { params: { id: user.id }, body: values, idempotencyKey: key })}
      onClose={onClose}
      submitLabel={words.suspend}
      atOnce
    />
  )
}

/** Proposes to end the suspension of a user. */
export function ResumeForm({ user, onClose }: UserFormProps) {
  const words = useWords().administration
  return (
    <RequestForm
      title={words.resumeTitle(user.fullName)}
      fields={{}}
      send={(values, key) => call(adminUsers.resume, { params: { id: user.id }, body: values, idempotencyKey: key })}
      onClose={onClose}
    />
  )
}

const resetFields = { secondFactor: { title: 'Second factor', ...text(1, optional) } }

/** Proposes a reset of access, and shows the maker's half of the code. */
export function ResetForm({ user, onClose }: UserFormProps) {
  const words = useWords().administration
  return (
    <RequestForm
      title={words.resetTitle(user.fullName)}
      hint={words.resetHint}
      fields={resetFields}
      controls={{
        secondFactor: {
          wide: true,
          render: ({ value, onChange }) => (
            <Checkbox
              label={words.resetSecondFactor}
              checked={value === 'Y'}
              onChange={(event) => onChange(event.currentTarget.checked ? 'Y' : '')}
            />
          ),
        },
      }}
      send={({ secondFactor, reason }, key) =>
        call(adminUsers.reset, {
          params: { id: user.id },
          body: { secondFactor: secondFactor === 'Y', reason },
          idempotencyKey: key,
        })
      }
      onDone={({ data }) => {
        if (data.code) showCode(data.code, user.fullName)
      }}
      onClose={onClose}
    />
  )
}
