import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { useUser } from '#client/kit/user.ts'

const SaleCountdown = lazy(async () => ({
  default: (await import('#client/kit/saleTimer/SaleCountdown.tsx')).SaleCountdown,
}))

// Who dispatches coffee, receives it or sells it.
const concerned: readonly OrganisationType[] = ['MILLER', 'WAREHOUSE', 'BROKER', 'MARKETER']
const ids: readonly number[] = concerned.map((type) => organisationTypes[type].id)

/** The time that is left for dispatch, on every screen of those whom it concerns. `strip`: below the top bar, where that has no room. */
export function SaleClock({ strip = false }: { strip?: boolean }) {
  const { organisationType } = useUser().organisation
  if (!ids.includes(organisationType.id)) return null
  return (
    <Suspense>
      <Link to="/sales" search={{}} className={strip ? 'sale-clock strip' : 'sale-clock'}>
        <SaleCountdown />
      </Link>
    </Suspense>
  )
}
