import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { organisationLookup } from '#client/kit/forms/organisationLookup.ts'
import { PeriodFields } from '#client/kit/forms/PeriodFields.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { seasonsOffered, useOfferedGrowers, useReach, useStock } from './useStock.ts'
import './stock.css'

/** Whose stock is shown, for whoever reads of one grower. */
export function StockOwner() {
  const { growerCode } = useStock()
  const reach = useReach()
  const { organisation } = useUser()
  const grower = useOfferedGrowers().find((one) => one.organisationCode === growerCode)
  const owner = reach === 'own' ? organisation : grower
  return owner ? (
    <span className="stock-owner">
      <b>{owner.organisationName}</b> · {owner.organisationCode}
    </span>
  ) : null
}

/** What stock is asked for: the grower, where there is one to choose, and what else a screen asks. */
export function StockFilters({ children }: { children: ReactNode }) {
  const words = useWords().stock
  return (
    <div className="stock-filters" role="group" aria-label={words.filters}>
      <GrowerField />
      {children}
    </div>
  )
}

function GrowerField() {
  const words = useWords().stock
  const { growerCode = '', change } = useStock()
  const reach = useReach()
  const offered = useOfferedGrowers()
  const choose = (code: string) => change({ growerCode: code || undefined })
  if (reach === 'own') return null
  if (reach === 'offered')
    return (
      <NativeSelect
        className="stock-grower"
        label={words.grower}
        value={growerCode}
        data={[
          { value: '', label: words.offeredGrowers },
          ...offered.map((one) => ({
            value: one.organisationCode,
            label: `${one.organisationName} (${one.organisationCode})`,
          })),
          ...(growerCode === '' || offered.some((one) => one.organisationCode === growerCode) ? [] : [growerCode]),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    )
  return (
    <div className="stock-grower">
      <LookupField
        label={words.grower}
        error={null}
        description={null}
        required={false}
        disabled={false}
        placeholder={words.everyGrower}
        value={growerCode}
        {...organisationLookup}
        onBlur={() => {}}
        onChange={choose}
      />
    </div>
  )
}

export function DayFields() {
  const words = useWords().stock
  const { startDate, endDate, change } = useStock()
  return (
    <PeriodFields
      words={words}
      period={{ from: startDate, to: endDate }}
      onChange={(days) =>
        change({
          ...('from' in days ? { startDate: days.from } : {}),
          ...('to' in days ? { endDate: days.to } : {}),
        })
      }
    />
  )
}

/** One of the last seasons; with `all` also none of them, which is every season. */
export function SeasonField({ value, all }: { value: string; all?: true }) {
  const words = useWords().stock
  const { change } = useStock()
  const offered = seasonsOffered()
  const seasons = value === '' || offered.includes(value) ? offered : [value, ...offered]
  return (
    <NativeSelect
      label={words.season}
      value={value}
      data={[...(all ? [{ value: '', label: words.everySeason }] : []), ...seasons]}
      onChange={(event) => change({ season: event.currentTarget.value || undefined })}
    />
  )
}
