import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconFileSpreadsheet, IconFileX, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { uploads, type Review } from '#contract/uploads/uploads.ts'
import { Dialog } from '../Dialog.tsx'
import { download } from '../download.ts'
import { useFormat } from '../format.ts'
import type { ReviewActs } from './useReview.ts'
import { useWords } from '../words.ts'

type UploadReviewHeadProps = { review: Review; acts: ReviewActs; editable: boolean; onCorrected: () => void }

/** Which file is reviewed, who sent it when, and what else can be done with it. */
export function UploadReviewHead({ review, acts, editable, onCorrected }: UploadReviewHeadProps) {
  const words = useWords().uploads
  const { dateTime } = useFormat()
  const [discarding, setDiscarding] = useState(false)
  const { upload } = review
  const params = { id: upload.id }
  const by = words.by(upload.createdBy, dateTime(upload.created))
  return (
    <header className="page-head">
      <div className="file">
        <span className="file-ic">
          <IconFileSpreadsheet size={22} stroke={1.7} aria-hidden />
        </span>
        <div>
          <h1>{upload.fileName}</h1>
          <p className="sub">
            {upload.organisationName} · {by}
            {editable && ` · ${words.draft}`}
          </p>
        </div>
      </div>
      <div className="page-actions">
        {editable && (
          <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onCorrected}>
            {words.corrected}
          </Button>
        )}
        <Menu width={250}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={words.more}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {upload.failed > 0 && (
              <Menu.Item
                leftSection={<IconFileX size={16} aria-hidden />}
                onClick={() => void download(uploads.errorFile, { params })}
              >
                {words.errorFile}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void download(uploads.download, { params })}
            >
              {words.original}
            </Menu.Item>
            {editable && (
              <Menu.Item
                className="danger"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDiscarding(true)}
              >
                {words.discard}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      {discarding && (
        <Dialog onClose={() => setDiscarding(false)} title={words.discardTitle} size={440}>
          <div className="step-form">
            <p>{words.discardHint(upload.fileName)}</p>
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setDiscarding(false)} data-autofocus>
                {words.cancel}
              </Button>
              <Button color="cherry" loading={acts.discarding} onClick={acts.discard}>
                {words.discard}
              </Button>
            </Group>
          </div>
        </Dialog>
      )}
    </header>
  )
}
