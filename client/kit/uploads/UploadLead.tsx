import { Button, Text } from '@mantine/core'
import { IconDownload, IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isFileOf, uploads, type Upload } from '#contract/uploads/uploads.ts'
import { Quoted } from '../decisions/Quoted.tsx'
import { Warned } from '../decisions/Warned.tsx'
import { stateFor } from '../decisions/decisions.ts'
import { download } from '../download.ts'
import { useFormat } from '../format.ts'
import { usePlace } from '../places/places.ts'
import { useCall } from '../queries.ts'
import { isToRepair } from './RepairRows.tsx'
import { Status } from '../Status.tsx'
import { useUser } from '../user.ts'
import { useContractWords, useWords, type Words } from '../words.ts'

/** Whether an upload was rejected for good: what it would have done, it never does. */
export const isRejected = ({ status }: Pick<Upload, 'status'>): boolean => status.id === 2

/** How many records a file holds, in words: the number large, its unit small. */
export type CountedRows = (words: Words, count: number, shown: string) => { shown: string; unit: string }

/** Makes what stands first in the drawer of an upload: what is at stake, and the warnings a checker should see. */
export const uploadLead = (counted: CountedRows) =>
  function UploadLead({ row }: { row: Upload }) {
    const words = useWords()
    const { number, date } = useFormat()
    const state = stateFor(row.status)
    const { shown, unit } = counted(words, row.numberOfLots, number(row.numberOfLots))
    return (
      <>
        <div className="hero">
          <span className="big num">
            {shown} <small>{unit}</small>
          </span>
          <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
        </div>
        <Quoted title={words.uploads.declinedBecause}>{row.approverComment}</Quoted>
        {row.removed !== null && (
          <Text className="faint" mb={12}>
            {words.uploads.removed(date(row.removed))}
          </Text>
        )}
        {isToRepair(row) && (
          <Warned
            title={words.uploads.stillWrongTitle}
            lines={[{ key: 'failed', text: words.uploads.notYetSent(row.failed, number(row.failed)) }]}
          />
        )}
        {row.warned > 0 && <Warnings id={row.id} />}
      </>
    )
  }

function Warnings({ id }: { id: string }) {
  const words = useWords().uploads
  const translate = useContractWords()
  const { number } = useFormat()
  const groups = useCall(uploads.review, { params: { id } }).data?.groups ?? []
  const warnings = groups.filter((group) => group.severity === 'warning')
  return (
    <Warned
      title={words.warningsTitle}
      lines={warnings.map((group) => ({
        key: `${group.code}-${group.column}`,
        text: (
          <>
            {translate(group.message)} ·{' '}
            <span className="num">{words.warningRows(group.rows, number(group.rows))}</span>
          </>
        ),
      }))}
    />
  )
}

/** Makes the documents of a file of a kind: the file as it was sent, and its rows. */
export const uploadDocuments = (kind: string) =>
  function UploadDocuments({ row }: { row: Upload }) {
    const words = useWords().uploads
    const { organisationCode } = useUser().organisation
    const { detail } = usePlace(kind)
    return (
      <div className="document-list">
        {row.removed === null && isFileOf(organisationCode, row) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => void download(uploads.download, { params: { id: row.id } })}
          >
            {row.fileName}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconListDetails size={15} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to={detail} params={{ id: row.id }} />}
        >
          {words.showRows}
        </Button>
      </div>
    )
  }
