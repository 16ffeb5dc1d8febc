import type { Finding } from '#contract/adminRoles.ts'
import type { Cells } from '#client/kit/DataTable.tsx'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { Said } from './Said.tsx'

const cells: Cells<Finding> = {
  name: ({ name }) => <Said text={name} strong />,
  record: ({ record }) => <Said text={record} />,
}

/** Who could do both sides of one workflow, and where a decision hangs on one person. */
export function MakersAndCheckersScreen() {
  const words = useWords().administration
  return (
    <ListScreen<Finding>
      source={adminSources.report}
      title={(finding) => finding.name}
      sub={words.subOfReport}
      cells={cells}
      next={{ text: words.none }}
    />
  )
}
