import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cherryLimitsFile } from '#contract/limitFile.ts'
import { limitFile } from '#contract/limitFiles.ts'
import { shareAsks } from '#client/kit/ShareConsent.tsx'
import { UploadList } from '#client/kit/UploadList.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { CherryRecordDialog } from './CherryRecordDialog.tsx'
import { limitFileDecision } from './limitFileDecision.tsx'
import { limitFilesSource } from './limitSources.ts'

/** Limit files, from the clerk through the society to whoever lends. */
export function LimitFilesScreen() {
  const words = useWords().limits
  const user = useUser()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  return (
    <>
      <UploadList
        source={limitFilesSource(user)}
        kind={cherryLimitsFile}
        upload={limitFile.calls.upload}
        decision={limitFileDecision}
        asks={shareAsks}
        actions={
          may(user, limitFile.calls.create.allow) && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setCreating(true)}
            >
              {words.create}
            </Button>
          )
        }
        labels={{ template: words.template, upload: words.upload, numberOf: words.numberOf }}
        onView={(id) => void navigate({ to: '/farmers/limits/$id/details', params: { id } })}
        onReview={(id) => void navigate({ to: '/farmers/limits/$id/review', params: { id } })}
        onShow={(open) => void navigate({ to: '/farmers/limits/files', search: { tab: 'all', open } })}
      />
      {creating && <CherryRecordDialog onClose={() => setCreating(false)} />}
    </>
  )
}
