import { Alert, Button } from '@mantine/core'
import { IconLoader2, IconRefresh } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import {
  dataQuality,
  societyQualityList,
  type QualityReport as Report,
  type SocietyQuality,
} from '#contract/dataQuality/dataQuality.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { QualityReport } from './QualityReport.tsx'
import './dataQuality.css'

const everyMinute = 60_000
const whileCounting = 2_000

/** The data of the own society; for the bank, KPCU and the government of all, with their societies, or of one. */
export function DataQualityScreen() {
  const words = useWords().dataQuality
  const user = useUser()
  const own = user.organisation.organisationCode
  const { organisationCode = own }: { organisationCode?: string } = useParams({ strict: false })
  const [requested, setRequested] = useState<{ of: string; asOf: string | null }>()
  const isRecounting = (report: Report | undefined) =>
    report !== undefined && requested?.of === organisationCode && requested.asOf === report.asOf
  const params = { organisationId: organisationCode }
  const { data, error, refetch } = useCall(
    dataQuality.report,
    { params },
    {
      refetchInterval: ({ state }) =>
        isRecounting(state.data) || state.data?.asOf === null ? whileCounting : everyMinute,
    },
  )
  const recount = useAct(dataQuality.recount, { quiet: true })
  const isCounting = isRecounting(data) || data?.asOf === null
  const actions = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      disabled={!data || isCounting || recount.isPending}
      onClick={() => {
        setRequested({ of: organisationCode, asOf: data?.asOf ?? null })
        recount.mutate({ params })
      }}
    >
      {words.recount}
    </Button>
  )
  const body = data ? (
    <>
      {isCounting && (
        <Alert className="al counting" color="sky" icon={<IconLoader2 size={18} aria-hidden />} role="status">
          {words.counting}
        </Alert>
      )}
      <QualityReport report={data} code={organisationCode} />
    </>
  ) : (
    <div className="card">
      {error ? <NotLoaded refused={error} onReload={() => void refetch()} /> : <ListSkeleton />}
    </div>
  )
  const sub = data?.organisation
    ? `${data.organisation.organisationName} · ${data.organisation.organisationCode}`
    : words.everySociety
  if (data?.organisation === null) return <Societies above={body} actions={actions} sub={sub} />
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{words.title}</h1>
          {data && <p className="sub">{sub}</p>}
        </div>
        <div className="page-actions">{actions}</div>
      </header>
      {body}
    </div>
  )
}

const societies = (organisationId: string): ListSource => ({
  list: societyQualityList,
  endpoint: dataQuality.societies,
  params: { organisationId },
})

type SocietiesProps = { above: ReactNode; actions: ReactNode; sub: string }

/** The report of all societies together, and below it each with its score. */
function Societies({ above, actions, sub }: SocietiesProps) {
  const words = useWords().dataQuality
  const user = useUser()
  const navigate = useNavigate()
  return (
    <ListScreen<SocietyQuality>
      source={societies(user.organisation.organisationCode)}
      title={({ organisationName }) => organisationName}
      heading={<h1>{words.title}</h1>}
      sub={sub}
      actions={actions}
      above={above}
      noDrawer
      onView={({ organisationCode }) =>
        void navigate({ to: '/farmers/quality/$organisationCode', params: { organisationCode } })
      }
      next={{ text: words.societyNext }}
    />
  )
}
