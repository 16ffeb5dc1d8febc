import { adminRoles, type AdminRole } from '#contract/administration/adminRoles.ts'
import { text } from '#contract/kit/field.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { permissions, type Permission } from '#contract/house/permissions.ts'
import { call } from '#client/kit/call.ts'
import { useWords } from '#client/kit/words.ts'
import { listOf, PermissionPicker } from './PermissionPicker.tsx'
import { RequestForm } from './RequestForm.tsx'

const long = 4000
const fields = {
  label: { title: 'Role', ...text(60) },
  name: { title: 'Name in the system', ...text(40) },
  types: { title: 'Organisation types', ...text(long) },
  permissions: { title: 'Permissions', ...text(long) },
  grants: { title: 'May hand on', ...text(long, { required: false }) },
}
const typeLabels = Object.fromEntries(Object.entries(organisationTypes).map(([name, { label }]) => [name, label]))

/** Proposes a new role, or a change of one. */
export function RoleForm({ role, onClose }: { role: AdminRole | undefined; onClose: () => void }) {
  const words = useWords().administration
  return (
    <RequestForm
      title={role ? words.roleTitle(role.label) : words.newRole}
      fields={fields}
      initial={{
        label: role?.label ?? '',
        name: role?.name ?? '',
        types: role?.types.join(',') ?? '',
        permissions: role?.permissions.join(',') ?? '',
        grants: role?.grants.join(',') ?? '',
      }}
      controls={{
        name: { disabled: role?.name ?? false },
        types: {
          wide: true,
          render: (props) => <PermissionPicker {...props} label={words.roleTypes} options={typeLabels} />,
        },
        permissions: {
          wide: true,
          render: (props) => <PermissionPicker {...props} label={words.rolePermissions} options={permissions} />,
        },
        grants: {
          wide: true,
          render: (props) => (
            <PermissionPicker {...props} label={words.roleGrants} hint={words.roleGrantsHint} options={permissions} />
          ),
        },
      }}
      send={(values, key) =>
        call(adminRoles.propose, {
          body: {
            name: values.name
              .trim()
              .toUpperCase()
              .replace(/\s+/g, role ? ' ' : '_'),
            label: values.label,
            // The boxes carry declared names only.
            types: listOf(values.types) as OrganisationType[],
            permissions: listOf(values.permissions) as Permission[],
            grants: listOf(values.grants) as Permission[],
            reason: values.reason,
          },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}
