import { IconPencil } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import {
  dataQuality,
  findingOf,
  workListOf,
  type FarmerWithFinding,
  type FindingKind,
} from '#contract/dataQuality/dataQuality.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { useCall } from '#client/kit/queries.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

type WorkListProps = {
  kind: FindingKind
  /** The form for a change of a farmer, from the area of farmers. */
  Change: ComponentType<{ id: string; onClose: () => void }>
}

/** The farmers with one kind of finding, each leading to the farmer or to a request for a change. */
export function WorkListScreen({ kind, Change }: WorkListProps) {
  const { organisationCode: code = '' }: { organisationCode?: string } = useParams({ strict: false })
  const words = useWords()
  const translate = useContractWords()
  const user = useUser()
  const navigate = useNavigate()
  const [editing, setEditing] = useState<string>()
  const { title, help } = findingOf(kind)
  const society = useCall(dataQuality.report, { params: { organisationId: code } }).data?.organisation
  const mayEdit = may(user, updateRequest.calls.edit.allow) && society?.id === user.organisation.id
  const open = ({ id }: FarmerWithFinding) => void navigate({ to: '/farmers/farmer/$id', params: { id } })
  return (
    <>
      <ListScreen<FarmerWithFinding>
        source={{
          list: workListOf(kind),
          endpoint: dataQuality.farmers,
          params: { organisationId: code, finding: kind },
        }}
        title={({ fullName }) => fullName}
        heading={<h1>{translate(title)}</h1>}
        sub={
          <>
            {society?.organisationName ?? words.dataQuality.everySociety}
            <br />
            {translate(help)}
          </>
        }
        noDrawer
        onView={open}
        viewLabel={words.farmerPage.page}
        rowActions={
          mayEdit ? [{ label: words.farmerPage.edit, Icon: IconPencil, run: ({ id }) => setEditing(id) }] : []
        }
        next={{ text: words.dataQuality.noneFound }}
      />
      {editing && <Change id={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}
