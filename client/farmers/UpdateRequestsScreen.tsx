import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { concerns, type UpdateRequest } from '#contract/farmers/updateRequests.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { updateRequestView } from './updateRequestView.tsx'

/** Changes of farmers that somebody requested, and the decisions on them. */
export function UpdateRequestsScreen() {
  const words = useWords().farmerPage
  const translate = useContractWords()
  const { dateTime } = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const toFarmers = <Button renderRoot={(rest) => <Link {...rest} to="/farmers/view" />}>{words.toFarmers}</Button>
  return (
    <ListScreen<UpdateRequest>
      {...updateRequestView.on(user)}
      sub={user.organisation.organisationName}
      rowActions={[
        {
          label: words.page,
          Icon: IconUser,
          run: ({ growerId }) => void navigate({ to: '/farmers/farmer/$id', params: { id: growerId } }),
        },
      ]}
      facts={(row) => [
        { title: translate('What'), value: translate(concerns[row.concern]) },
        { title: translate('Requested by'), value: row.createdBy },
        { title: translate('Requested on'), value: dateTime(row.created) },
      ]}
      next={{ text: words.nextRequest, action: toFarmers }}
    />
  )
}
