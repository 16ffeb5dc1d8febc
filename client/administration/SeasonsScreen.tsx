import { Button } from '@mantine/core'
import { IconLock, IconLockOpen, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { organisationStatuses } from '#contract/administration/adminOrganisations.ts'
import { adminSettings, type AdminSeason } from '#contract/administration/adminSettings.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RequestForm } from './RequestForm.tsx'
import { Waiting } from './Waiting.tsx'

const cells: Cells<AdminSeason> = {
  name: (season) => <SeasonName season={season} />,
  status: ({ status }) => <Status {...organisationStatuses[status]} />,
}

function SeasonName({ season: { name, current } }: { season: AdminSeason }) {
  const words = useWords().administration
  return (
    <span className="strong">
      {name} {current && <span className="faint">{words.currentSeason}</span>}
    </span>
  )
}

type Proposal = { season: AdminSeason | undefined; status: AdminSeason['status'] }

/** Crop years, and whether they take deliveries. */
export function SeasonsScreen() {
  const words = useWords().administration
  const [proposal, setProposal] = useState<Proposal>()
  const isOpen = ({ status }: AdminSeason) => status === 'OPEN'
  return (
    <>
      <ListScreen<AdminSeason>
        source={adminSources.seasons}
        title={(season) => season.name}
        sub={words.subOfSeasons}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setProposal({ season: undefined, status: 'OPEN' })}
          >
            {words.newSeason}
          </Button>
        }
        rowActions={[
          {
            label: words.closeSeason,
            Icon: IconLock,
            run: (season) => setProposal({ season, status: 'CLOSED' }),
            isShown: isOpen,
          },
          {
            label: words.openSeason,
            Icon: IconLockOpen,
            run: (season) => setProposal({ season, status: 'OPEN' }),
            isShown: (season) => !isOpen(season),
          },
        ]}
        Lead={SeasonLead}
        cells={cells}
      />
      {proposal && <SeasonForm {...proposal} onClose={() => setProposal(undefined)} />}
    </>
  )
}

const SeasonLead = ({ row }: { row: AdminSeason }) => <Waiting waits={row.changeWaiting} title={row.name} />

const fields = { name: { title: 'Season', ...text(9) } }

function SeasonForm({ season, status, onClose }: Proposal & { onClose: () => void }) {
  const words = useWords().administration
  const title = season
    ? `${words.seasonTitle(season.name)}: ${status === 'OPEN' ? words.openSeason : words.closeSeason}`
    : words.newSeason
  return (
    <RequestForm
      title={title}
      hint={words.seasonHint}
      fields={fields}
      initial={{ name: season?.name ?? '' }}
      controls={{ name: { disabled: season?.name ?? false } }}
      send={(values, key) =>
        call(adminSettings.proposeSeason, {
          body: { ...values, status },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}
