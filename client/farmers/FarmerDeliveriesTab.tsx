import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { cherryDeliveryFlow, type CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { farmerDeliveries, type FarmerDeliveries } from '#contract/deliveries/farmerDeliveries.ts'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What the farmer has delivered, season by season and load by load. */
export function FarmerDeliveriesTab({ page: { farmer } }: { page: FarmerPage }) {
  const words = useWords().farmerPage.deliveries
  const { data, error, refetch } = useCall(farmerDeliveries.ofFarmer, { params: { id: farmer.id } })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.latest.length === 0) return <p className="faint">{words.none}</p>
  return (
    <>
      <Seasons seasons={data.seasons} />
      <h2 className="part-title">{words.latest}</h2>
      <Loads deliveries={data.latest} />
      {data.hasMore && (
        <p className="part-steps">
          <Button
            variant="default"
            leftSection={<IconScale size={16} aria-hidden />}
            renderRoot={(rest) => (
              <Link
                {...rest}
                to="/cherry/deliveries"
                search={((now: object) => ({ ...now, tab: 'all', search: farmer.memberNumber })) as never}
              />
            )}
          >
            {words.all}
          </Button>
        </p>
      )}
    </>
  )
}

function Seasons({ seasons }: Pick<FarmerDeliveries, 'seasons'>) {
  const words = useWords().farmerPage.deliveries
  const { weight } = useFormat()
  return (
    <dl className="card fact-grid">
      {seasons.map(({ season, approvedKg, pendingKg }) => (
        <div key={season}>
          <dt>{words.season(season)}</dt>
          <dd className="num">{weight(approvedKg)}</dd>
          {pendingKg !== 0 && <dd className="faint">{words.pending(weight(pendingKg))}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Loads({ deliveries }: { deliveries: readonly CherryDelivery[] }) {
  const words = useWords().farmerPage.deliveries
  const { kilograms } = useFormat()
  return (
    <div className="card loads">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col" className="end">
              {words.kilograms}
            </th>
            <th scope="col" className="wide">
              {words.factory}
            </th>
            <th scope="col" className="wide">
              {words.receipt}
            </th>
            <th scope="col">{words.status}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Load key={delivery.id} delivery={delivery} shown={kilograms(delivery.currentDelivery)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Load({ delivery, shown }: { delivery: CherryDelivery; shown: string }) {
  const words = useWords().farmerPage.deliveries
  const translate = useContractWords()
  const { date } = useFormat()
  const state = stateFor(delivery.state, cherryDeliveryFlow)
  const narrow = [delivery.factoryName, delivery.receiptNumber].filter(Boolean).join(' · ')
  return (
    <tr>
      <th scope="row">
        {date(delivery.deliveredOn)}
        {narrow && <small className="faint narrow">{narrow}</small>}
        {delivery.type === 'CORRECTION' && (
          <small className="faint">
            {words.correction}: <q>{delivery.reason}</q>
          </small>
        )}
        {delivery.notes.map(({ code, message }) => (
          <small key={code} className="faint">
            {translate(message)}
          </small>
        ))}
      </th>
      <td className="num end">{shown}</td>
      <td className="wide">{delivery.factoryName}</td>
      <td className="wide code">{delivery.receiptNumber}</td>
      <td>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? delivery.status} />
      </td>
    </tr>
  )
}
