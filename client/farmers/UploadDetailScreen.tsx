import { Button } from '@mantine/core'
import { IconUser, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { FarmerRow } from '#contract/farmers.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { UploadDetailActions } from '#client/kit/UploadDetailActions.tsx'
import { useWords } from '#client/kit/words.ts'
import { uploadRowsSource } from './farmerSources.ts'
import { listRoutes, type UploadKindName } from './uploadScreens.ts'

export const FarmerUploadDetailScreen = () => <UploadDetailScreen kind="farmers" />
export const CompanyUploadDetailScreen = () => <UploadDetailScreen kind="farmer_companies" />

/** The rows of one upload: farmers already, or still rows of a file. */
function UploadDetailScreen({ kind }: { kind: UploadKindName }) {
  const words = useWords().farmers
  const { page } = useWords().farmerPage
  const navigate = useNavigate()
  const { id = '' } = useParams({ strict: false })
  const companies = kind === 'farmer_companies'
  return (
    <ListScreen<FarmerRow>
      source={uploadRowsSource(kind, id)}
      title={(row) => row.fullName || row.companyName}
      sub={words.byKind[kind]}
      noDrawer
      rowActions={[
        {
          label: page,
          Icon: IconUser,
          run: ({ id: farmer }) => void navigate({ to: '/farmers/farmer/$id', params: { id: farmer ?? '' } }),
          // Only a row that became a farmer has a page.
          shown: (row) => row.id !== null,
        },
      ]}
      actions={
        <UploadDetailActions
          id={id}
          to={listRoutes[kind]}
          back={companies ? words.allCompanyUploads : words.allUploads}
        >
          {!companies && (
            <Button
              variant="default"
              leftSection={<IconUsers size={16} aria-hidden />}
              renderRoot={(rest) => <Link {...rest} to="/farmers/farmers" />}
            >
              {words.uploadedFarmers}
            </Button>
          )}
        </UploadDetailActions>
      }
    />
  )
}
