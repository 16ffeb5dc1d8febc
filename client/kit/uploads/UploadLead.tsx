import { Button, Text } from '@mantine/core'
import { IconDownload, IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { awaitedAnswer } from '#contract/uploads/uploadProblems.ts'
import { isFileOf, uploads, type Review, type Upload } from '#contract/uploads/uploads.ts'
import { Quoted } from '../decisions/Quoted.tsx'
import { Warned } from '../decisions/Warned.tsx'
import { stateFor } from '../decisions/decisions.ts'
import { download } from '../download.ts'
import { useFormat } from '../format.ts'
import { routeTo, usePlace } from '../places/places.ts'
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
        {(row.warned > 0 || state?.tone === 'waiting') && <Warnings id={row.id} />}
      </>
    )
  }

/** Answers come in while the file waits. */
const lookAgainMs = 10_000

/** The warnings of a file, and what is known of its rows besides; each leads to the rows that it is about. */
function Warnings({ id }: { id: string }) {
  const words = useWords().uploads
  const review = useCall(
    uploads.review,
    { params: { id } },
    { refetchInterval: ({ state }) => !!state.data?.groups.some(({ code }) => code === awaitedAnswer) && lookAgainMs },
  ).data
  if (!review) return null
  const linesOf = (severity: Group['severity']) =>
    review.groups
      .filter((group) => group.severity === severity)
      .map((group) => ({
        key: `${group.code}-${group.column}`,
        text: <ToRows id={id} kind={review.kind} group={group} />,
      }))
  const notes = linesOf('note')
  return (
    <>
      <Warned title={words.warningsTitle} lines={linesOf('warning')} />
      {notes.length > 0 && (
        <ul className="known">
          {notes.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}

type Group = Review['groups'][number]

function ToRows({ id, kind, group }: { id: string; kind: string; group: Group }) {
  const words = useWords().uploads
  const translate = useContractWords()
  const { number } = useFormat()
  const { review = '' } = usePlace(kind)
  const { code, column } = group
  return (
    <Link
      className="link"
      {...routeTo({ to: review, params: { id }, search: { show: 'problems', code, column: String(column) } })}
    >
      {translate(group.message)} · <span className="num">{words.warningRows(group.rows, number(group.rows))}</span>
    </Link>
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
