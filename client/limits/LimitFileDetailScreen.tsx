import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { LimitFileRow } from '#contract/limitFiles.ts'
import { uploads } from '#contract/uploads.ts'
import { download } from '#client/kit/download.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useWords } from '#client/kit/words.ts'
import { limitFileRowsSource } from './limitSources.ts'

/** The rows of one limit file, and what each has added. */
export function LimitFileDetailScreen() {
  const words = useWords()
  const { id = '' } = useParams({ strict: false })
  return (
    <ListScreen<LimitFileRow>
      source={limitFileRowsSource(id)}
      title={(row) => row.farmerName || row.memberNo}
      sub={words.limits.fromFile}
      noDrawer
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            renderRoot={(rest) => <Link {...rest} to="/farmers/limits/files" />}
          >
            {words.limits.allFiles}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(uploads.download, { params: { id } })}
          >
            {words.uploads.download}
          </Button>
        </>
      }
    />
  )
}
