import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCirclePlus,
  IconHourglass,
  IconLockOpen,
  type TablerIcon,
} from '@tabler/icons-react'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { loanStatements, type FarmerLimit } from '#contract/loanReports/loanStatements.ts'
import { useFormat } from '#client/kit/format.ts'
import { LenderParts } from '#client/kit/LenderParts.tsx'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { leastRows, Pager } from '#client/kit/lists/Pager.tsx'
import { useCall } from '#client/kit/queries.ts'
import { usePages } from '#client/kit/lists/usePages.ts'
import { useWords } from '#client/kit/words.ts'

/** What the farmer may borrow, season by season, and what has moved it. */
export function FarmerLimitTab({ page: { farmer } }: { page: FarmerPage }) {
  const words = useWords().loanReports.limit
  const { data, error, refetch } = useCall(loanStatements.limit, { params: { id: farmer.id } })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.seasons.length === 0)
    return (
      <p className="faint">
        {words.none} {words.noneHint}
      </p>
    )
  return (
    <>
      {data.seasons.map((season) => (
        <Season key={season.season} limit={season} />
      ))}
      <h2 className="part-title">{words.movements}</h2>
      <Movements limit={data} />
    </>
  )
}

const pageSize = 10

/** What has moved the limits, page by page, the latest first. */
function Movements({ limit: { movements, seasons, hasMore } }: { limit: FarmerLimit }) {
  const words = useWords().loanReports.limit
  const state = usePages(pageSize)
  const totalPages = Math.ceil(movements.length / state.size)
  const number = Math.min(state.page, totalPages - 1)
  const onPage = movements.slice(number * state.size, (number + 1) * state.size)
  const page = { number, size: state.size, totalPages, totalElements: movements.length, totalIsMinimum: hasMore }
  return (
    <>
      <ol className="card limit-moves">
        {onPage.map((movement) => (
          <Movement key={movement.id} movement={movement} many={seasons.length > 1} />
        ))}
      </ol>
      {movements.length > leastRows && <Pager page={page} state={state} />}
      {hasMore && number === totalPages - 1 && <p className="faint">{words.more}</p>}
    </>
  )
}

function Season({ limit }: { limit: FarmerLimit['seasons'][number] }) {
  const words = useWords().loanReports
  const { money } = useFormat()
  const spent = limit.used + limit.reserved
  return (
    <section className="card pad part" aria-label={words.season(limit.season)}>
      <p className="part-head">
        <b>{words.season(limit.season)}</b>
        <span className="faint">{limit.isExpired && words.expired}</span>
      </p>
      <meter
        className="limit-bar"
        min={0}
        max={Math.max(limit.granted, 1)}
        value={spent}
        aria-label={`${words.used}, ${words.reserved}`}
      />
      <dl className="limit-facts">
        {[
          [words.limit.available, limit.available],
          [words.granted, limit.granted],
          [words.used, limit.used],
          [words.reserved, limit.reserved],
          [words.arrears, limit.arrears],
        ].map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="num">{money(Number(value))}</dd>
          </div>
        ))}
      </dl>
      <LenderParts lenders={limit.lenders} />
    </section>
  )
}

const looks: Record<FarmerLimit['movements'][number]['what'], { Icon: TablerIcon; sign: string }> = {
  GRANTED: { Icon: IconCirclePlus, sign: '+' },
  RESERVED: { Icon: IconHourglass, sign: '−' },
  USED: { Icon: IconCircleCheck, sign: '' },
  RELEASED: { Icon: IconLockOpen, sign: '+' },
  RETURNED: { Icon: IconArrowBackUp, sign: '+' },
}

function Movement({ movement, many }: { movement: FarmerLimit['movements'][number]; many: boolean }) {
  const words = useWords().loanReports
  const { money, dateTime } = useFormat()
  const { Icon, sign } = looks[movement.what]
  return (
    <li>
      <Icon size={18} aria-hidden />
      <div>
        <b>{words.limit.what[movement.what]}</b>{' '}
        {movement.reference && <span className="code">{movement.reference}</span>}
        <small className="faint">
          {[
            words.limit.told[movement.what],
            movement.lenderName,
            dateTime(movement.at),
            many && words.season(movement.season),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <div className="end num">
        <b>{`${sign}${money(movement.amount)}`}</b>
        <small className="faint">{words.limit.left(money(movement.available))}</small>
      </div>
    </li>
  )
}
