import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { dispatchFile } from '#contract/dispatch/dispatchFiles.ts'
import type { DispatchRecord } from '#contract/dispatch/dispatchRecords.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { dispatchRecordView, recordsOfFile } from './dispatchRecordView.ts'

/** The records of a dispatch file that were deleted, to be read. */
export function DeletedRecordsScreen() {
  const words = useWords().dispatch
  const { id = '' } = useParams({ strict: false })
  const file = useCall(dispatchFile.calls.one, { params: { id } }).data
  // Nothing is decided about what is gone.
  const { decisions: _decisions, ...listed } = dispatchRecordView.on(useUser())
  return (
    <ListScreen<DispatchRecord>
      {...listed}
      source={recordsOfFile(id, 'Y')}
      heading={<h1>{words.deletedTitle}</h1>}
      sub={file ? `${words.deletedSub} · ${file.fileName}` : words.deletedSub}
      next={{ text: words.noDeleted }}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to="/grnfile" />}
        >
          {words.all}
        </Button>
      }
    />
  )
}
