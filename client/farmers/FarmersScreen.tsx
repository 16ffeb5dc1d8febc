import { Button } from '@mantine/core'
import { IconBuildingBank, IconCash, IconFileDownload, IconPencil } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { farmerUpload } from '#contract/farmers/farmerUploads.ts'
import type { Farmer } from '#contract/farmers/farmers.ts'
import { loanReports } from '#contract/loanReports/loanReports.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { loanStatements } from '#contract/loanReports/loanStatements.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { BankDetailsDialog } from '#client/farmers/created/BankDetailsDialog.tsx'
import { farmersSource } from './farmerSources.ts'
import { usePaper } from '#client/kit/paper.ts'
import { UpdateDialog } from './UpdateDialog.tsx'

/** Farmers of the own organisation or, for the bank, KPCU and the government, of all societies; with a code in the address, of one. */
export function FarmersScreen() {
  const words = useWords().farmers
  const user = useUser()
  const page = useWords().farmerPage
  const loanWords = useWords().loanReports
  const { print } = usePaper()
  const createdWords = useWords().createdFarmers
  const navigate = useNavigate()
  const [editing, setEditing] = useState<string>()
  const [bank, setBank] = useState<Farmer>()
  const { organisationCode }: { organisationCode?: string } = useParams({ strict: false })
  const toUploads = may(user, farmerUpload.calls.upload.allow) && (
    <Button renderRoot={(rest) => <Link {...rest} to="/farmers/uploads" />}>{words.toUploads}</Button>
  )
  return (
    <>
      <ListScreen<Farmer>
        source={farmersSource(user, organisationCode)}
        title={(farmer) => farmer.fullName}
        sub={organisationCode ? words.ofSociety(organisationCode) : user.organisation.organisationName}
        noDrawer
        onView={({ id }) => void navigate({ to: '/farmers/farmer/$id', params: { id } })}
        rowActions={[
          ...(may(user, updateRequest.calls.edit.allow)
            ? [{ label: page.edit, Icon: IconPencil, run: ({ id }: Farmer) => setEditing(id) }]
            : []),
          ...(may(user, loanReports.history.allow)
            ? [
                {
                  label: loanWords.history,
                  Icon: IconCash,
                  run: ({ id, organizationId }: Farmer) =>
                    void navigate({
                      to: '/farmers/loan/history/$organizationId/$farmerId',
                      params: { organizationId, farmerId: id },
                    }),
                },
              ]
            : []),
          { label: createdWords.bank, Icon: IconBuildingBank, run: setBank },
          ...(may(user, loanReports.history.allow)
            ? [
                {
                  label: loanWords.statement,
                  Icon: IconFileDownload,
                  run: ({ id, organizationId }: Farmer) =>
                    void print(loanStatements.statement, { organizationId, farmerId: id }),
                },
              ]
            : []),
        ]}
        next={{ text: words.noneYet, action: toUploads }}
      />
      {bank && <BankDetailsDialog details={bank} onClose={() => setBank(undefined)} />}
      {editing && <UpdateDialog id={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}
