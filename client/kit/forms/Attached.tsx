import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { Attachment } from '#contract/kit/attachment.ts'
import { useFormat } from '#client/kit/format.ts'
import './forms.css'

type AttachedProps = {
  attachment: Attachment
  /** Opens it; not there where the reader may not. */
  onOpen?: (() => void) | undefined
}

/** The document that is attached to a record, by its name, its size and what its bytes come to; nothing where there is none. */
export function Attached({ attachment, onOpen }: AttachedProps) {
  const { fileSize } = useFormat()
  if (!attachment) return null
  return (
    <div className="attached">
      {onOpen && (
        <Button variant="default" size="xs" leftSection={<IconPaperclip size={15} aria-hidden />} onClick={onOpen}>
          {attachment.fileName}
        </Button>
      )}
      <span className="faint num">
        {fileSize(attachment.size)}, SHA-256 {attachment.sha256.slice(0, 16)}
      </span>
    </div>
  )
}
