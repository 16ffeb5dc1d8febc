import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isFileOf, uploads } from '#contract/uploads.ts'
import { download } from './download.ts'
import { useCall } from './queries.ts'
import { useUser } from './user.ts'
import { useWords } from './words.ts'

type UploadDetailActionsProps = { id: string; to: LinkProps['to']; back: string; children?: ReactNode }

/** Above the rows of one upload: the way back to all files, and the file itself. */
export function UploadDetailActions({ id, to, back, children }: UploadDetailActionsProps) {
  const words = useWords().uploads
  const { organisationCode } = useUser().organisation
  const upload = useCall(uploads.review, { params: { id } }).data?.upload
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        renderRoot={(rest) => <Link {...rest} to={to} />}
      >
        {back}
      </Button>
      {children}
      {upload && isFileOf(organisationCode, upload) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(uploads.download, { params: { id } })}
        >
          {words.download}
        </Button>
      )}
    </>
  )
}
