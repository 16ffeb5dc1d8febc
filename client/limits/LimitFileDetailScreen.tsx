import { useParams } from '@tanstack/react-router'
import type { LimitFileRow } from '#contract/limitFiles.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { UploadDetailActions } from '#client/kit/UploadDetailActions.tsx'
import { useWords } from '#client/kit/words.ts'
import { limitFileRowsSource } from './limitSources.ts'

/** The rows of one limit file, and what each has added. */
export function LimitFileDetailScreen() {
  const words = useWords().limits
  const { id = '' } = useParams({ strict: false })
  return (
    <ListScreen<LimitFileRow>
      source={limitFileRowsSource(id)}
      title={(row) => row.farmerName || row.memberNo}
      sub={words.fromFile}
      noDrawer
      actions={<UploadDetailActions id={id} to="/farmers/limits/files" back={words.allFiles} />}
    />
  )
}
