import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { uploads } from '#contract/uploads.ts'
import { download } from './download.ts'
import { useWords } from './words.ts'

type UploadDetailActionsProps = { id: string; to: LinkProps['to']; back: string; children?: ReactNode }

/** Above the rows of one upload: the way back to all files, and the file itself. */
export function UploadDetailActions({ id, to, back, children }: UploadDetailActionsProps) {
  const words = useWords().uploads
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
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download(uploads.download, { params: { id } })}
      >
        {words.download}
      </Button>
    </>
  )
}
