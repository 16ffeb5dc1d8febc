import { useNavigate } from '@tanstack/react-router'
import { UploadList } from '#client/kit/UploadList.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { uploadsSource } from './farmerSources.ts'
import { uploadDecision } from './uploadDecision.tsx'
import { detailRoutes, listRoutes, uploadCalls, type UploadKindName } from './uploadScreens.ts'

type UploadsListProps = { name: UploadKindName; labels: { template: string; upload: string } }

/** Uploads of farmers or of farmer companies. */
export function UploadsList({ name, labels }: UploadsListProps) {
  const words = useWords().farmers
  const user = useUser()
  const navigate = useNavigate()
  const { kind, upload } = uploadCalls[name]
  return (
    <UploadList
      source={uploadsSource(user, name)}
      kind={kind}
      upload={upload}
      decision={uploadDecision[name]}
      labels={{ ...labels, numberOf: words.numberOf }}
      onView={(id) => void navigate({ to: detailRoutes[name], params: { id } })}
      onReview={(id) => void navigate({ to: '/farmers/uploads/$id/review', params: { id } })}
      onShow={(open) => void navigate({ to: listRoutes[name], search: { tab: 'all', open } })}
    />
  )
}
