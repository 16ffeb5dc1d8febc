import type { Finding } from '#contract/administration/adminRoles.ts'
import { roles, type RoleName } from '#contract/house/permissions.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { ContractText } from './ContractText.tsx'

const cells: Cells<Finding> = {
  name: ({ name }) => <ContractText text={name} strong />,
  role: ({ role }) => <ContractText text={roles[role as RoleName]?.label ?? role} />, // border: roles of one's own are named by their makers
  record: ({ record }) => (
    <span className="sentence">
      <ContractText text={record} />
    </span>
  ),
}

/** Who could do both sides of one workflow, and where a decision hangs on one person. */
export function MakersAndCheckersScreen() {
  const words = useWords().administration
  return (
    <ListScreen<Finding>
      source={adminSources.makersAndCheckers}
      title={(finding) => finding.name}
      sub={words.subOfReport}
      cells={cells}
      next={{ text: words.none }}
    />
  )
}
