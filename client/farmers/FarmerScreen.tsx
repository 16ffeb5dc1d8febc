import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconEraser, IconHeartbeat, IconPencil } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { createdFarmerFlow } from '#contract/farmers/createdFarmers.ts'
import { farmerPage, type FarmerPage } from '#contract/farmers/farmerPage.ts'
import { lifeStateLabels } from '#contract/farmers/lifeStates.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { farmerTabs } from './farmerTabs.ts'
import { PackMenu } from './PackMenu.tsx'
import { LifeStateDialog, UpdateDialog } from './UpdateDialog.tsx'
import './farmerPage.css'

/** Everything about one farmer. */
export function FarmerScreen() {
  const words = useWords().farmerPage
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useCall(farmerPage.page, { params: { id } })
  if (error && !data)
    return (
      <div className="page">
        <div className="card">
          <NotLoaded is="page" refused={error} onReload={() => void refetch()} />
        </div>
      </div>
    )
  if (!data)
    return (
      <div className="page" role="status" aria-label={words.loading}>
        <Skeleton height={30} width={260} mb={12} />
        <Skeleton height={180} radius="lg" />
      </div>
    )
  return <Loaded page={data} />
}

function Loaded({ page }: { page: FarmerPage }) {
  const words = useWords().farmerPage
  const search: { tab?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const user = useUser()
  const tabs = farmerTabs.filter(({ allow }) => !allow || may(user, allow))
  const openTab = tabs.find(({ name }) => name === search.tab) ?? tabs[0]
  return (
    <div className="page">
      <Head page={page} />
      {/* The overview has them among what is open. */}
      {openTab?.name !== 'overview' && <Warnings page={page} />}
      <Tabs
        className="tabs"
        value={openTab?.name ?? null}
        onChange={(tab) =>
          void navigate({
            to: '.',
            search: ((now: object) => ({ ...now, tab: tab ?? undefined, page: undefined, size: undefined })) as never,
            replace: true,
          })
        }
        keepMounted={false}
      >
        <Tabs.List aria-label={words.tabs}>
          {tabs.map(({ name }) => (
            // On a phone the chosen one may lie beyond the edge.
            <Tabs.Tab
              key={name}
              value={name}
              ref={(tab) =>
                void (name === openTab?.name && tab?.scrollIntoView({ block: 'nearest', inline: 'center' }))
              }
            >
              {words.tabNames[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Panel }) => (
          <Tabs.Panel key={name} value={name}>
            <Panel page={page} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

function Head({ page }: { page: FarmerPage }) {
  const { farmer } = page
  const words = useWords().farmerPage
  const user = useUser()
  const [dialog, setDialog] = useState<'edit' | 'life' | 'erase'>()
  const mayEdit =
    may(user, updateRequest.calls.edit.allow) &&
    user.organisation.id === farmer.organizationId &&
    // Of who is erased nothing is left to change.
    farmer.lifeState !== 'ERASED'
  const isPerson = farmer.farmerTypeName === 'FCS_FARMER'
  const state = stateFor(farmer.status, createdFarmerFlow)
  const close = () => setDialog(undefined)
  return (
    <header className="page-head">
      <div>
        <h1>{farmer.fullName}</h1>
        <p className="sub farmer-sub">
          <span className="code">{farmer.memberNumber}</span>
          <span>{farmer.organisationName}</span>
          <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? farmer.status.statusName} />
          <Status tone={farmer.lifeState === 'ACTIVE' ? 'good' : 'neutral'} label={lifeStateLabels[farmer.lifeState]} />
        </p>
      </div>
      <div className="page-actions">
        <PackMenu farmerId={farmer.id} />
        {mayEdit && (
          <>
            {isPerson && (
              <Button
                variant="default"
                leftSection={<IconEraser size={16} aria-hidden />}
                onClick={() => setDialog('erase')}
              >
                {words.erase}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconHeartbeat size={16} aria-hidden />}
              onClick={() => setDialog('life')}
            >
              {words.lifeState}
            </Button>
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
              {words.edit}
            </Button>
          </>
        )}
      </div>
      {dialog === 'edit' && <UpdateDialog id={farmer.id} onClose={close} />}
      {dialog === 'erase' && <EraseDialog page={page} onClose={close} />}
      {dialog === 'life' && <LifeStateDialog page={page} onClose={close} />}
    </header>
  )
}

function Warnings({ page: { warnings, account } }: { page: FarmerPage }) {
  const words = useWords().farmerPage
  const translate = useContractWords()
  const { dateTime } = useFormat()
  const textOf = (warning: FarmerPage['warnings'][number]) =>
    warning.code === 'cooling_off' && account.payableFrom
      ? words.payableFrom(dateTime(account.payableFrom))
      : translate(warning.message)
  return (
    <Warned
      className="farmer-warnings"
      title={words.warnings}
      lines={warnings.map((warning) => ({ key: warning.code, text: textOf(warning) }))}
    />
  )
}
