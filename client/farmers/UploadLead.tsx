import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { uploads, type Upload } from '#contract/uploads.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { detailRoutes, type UploadKindName } from './uploadScreens.ts'

/** What is at stake in an upload: how many farmers, and the warnings a checker should see first. */
export function UploadLead({ row }: { row: Upload }) {
  const words = useWords().farmers
  const { number } = useFormat()
  const state = stateFor(row.status)
  const { shown, unit } = words.farmers(row.numberOfLots, number(row.numberOfLots))
  return (
    <>
      <div className="hero">
        <span className="big num">
          {shown} <small>{unit}</small>
        </span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? row.status.statusName} />
      </div>
      {row.approverComment && (
        <div className="diff">
          <b>{words.declinedBecause}</b>
          <q>{row.approverComment}</q>
        </div>
      )}
      {row.warned > 0 && <Warnings id={row.id} />}
    </>
  )
}

function Warnings({ id }: { id: string }) {
  const words = useWords().farmers
  const say = useContractWords()
  const { number } = useFormat()
  const groups = useCall(uploads.review, { params: { id } }).data?.groups ?? []
  const warnings = groups.filter((group) => group.severity === 'warning')
  if (warnings.length === 0) return null
  return (
    <Alert
      className="al warned"
      color="gold"
      title={words.warningsTitle}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <ul>
        {warnings.map((group) => (
          <li key={`${group.code}-${group.column}`}>
            {say(group.message)} · <span className="num">{words.warningRows(group.rows, number(group.rows))}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The file as it was sent, and its rows. */
const documentsOf = (kind: UploadKindName) =>
  function UploadDocuments({ row }: { row: Upload }) {
    const words = useWords().farmers
    return (
      <div className="document-list">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void download(uploads.download, { params: { id: row.id } })}
        >
          {row.fileName}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconListDetails size={15} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to={detailRoutes[kind]} params={{ id: row.id }} />}
        >
          {words.showRows}
        </Button>
      </div>
    )
  }

export const FarmerUploadDocuments = documentsOf('farmers')
export const CompanyUploadDocuments = documentsOf('farmer_companies')
