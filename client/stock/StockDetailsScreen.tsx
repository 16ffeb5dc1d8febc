import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { stock } from '#contract/stock/stock.ts'
import type { StockDetail } from '#contract/stock/stockRows.ts'
import type { CallRefused } from '#client/kit/call.ts'
import { ListSkeleton, NoneYet, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { OutturnLink } from '#client/kit/places/links.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { SaveStock } from './SaveStock.tsx'
import { StockCards } from './StockCards.tsx'
import { useReach } from './useStock.ts'
import './stock.css'

/** The address that the specification gives its sample: here the coffee that moved last. */
const sample = '001'

/** One part of somebody's coffee, from parchment to its buyer. */
export function StockDetailsScreen() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const reach = useReach()
  const words = useWords().stock
  const latest = useCall(stock.tracker, { query: { size: 1 } }, { enabled: id === sample })
  if (id !== sample) return <Details id={id} />
  if (latest.isError)
    return (
      <div className="page">
        <Head title={words.detailsTitle} />
        <div className="card">
          <NotLoaded refused={latest.error} onReload={() => void latest.refetch()} />
        </div>
      </div>
    )
  if (!latest.data) return <ListSkeleton />
  const [first] = latest.data.items
  return first ? (
    <Details id={first.id} />
  ) : (
    <div className="page">
      <Head title={words.detailsTitle} />
      <div className="card">
        <NoneYet next={{ text: words.none[reach] }} onReload={() => void latest.refetch()} />
      </div>
    </div>
  )
}

function Details({ id }: { id: string }) {
  const words = useWords().stock
  const { data, error, refetch } = useCall(stock.details, { params: { id }, query: {} })
  const [first] = data ?? []
  return (
    <div className="page">
      <Head
        title={first ? words.detailsOf(nameOf(first)) : words.detailsTitle}
        id={id}
        first={first}
        several={(data?.length ?? 0) > 1}
      />
      {error && !data && (
        <div className="card">
          {isLost(error) ? (
            <p className="pad">{words.lost}</p>
          ) : (
            <NotLoaded refused={error} onReload={() => void refetch()} />
          )}
        </div>
      )}
      {!error && !data && <ListSkeleton />}
      {data?.map((part, at) => (
        <section key={`${part.grower_code} ${part.eslip_NUMBER} ${at}`} aria-label={part.grower_name || undefined}>
          {data.length > 1 && (
            <h2 className="part-title">
              {part.grower_name || words.unknownGrower} <span className="faint">{part.clean_grade}</span>
            </h2>
          )}
          <StockCards part={part} />
        </section>
      ))}
    </div>
  )
}

// Whatever stands in an address that names nothing of this reader's.
const isLost = ({ status }: CallRefused) => status === 404 || status === 422

const nameOf = ({ grower_OUTTURN_NUMBER: outturn, clean_grade: grade }: StockDetail) =>
  [outturn, grade].filter(Boolean).join(', ')

type HeadProps = { title: string; id?: string; first?: StockDetail | undefined; several?: boolean }

function Head({ title, id, first, several }: HeadProps) {
  const words = useWords().stock
  const { pathname } = useLocation()
  const home = pathname.startsWith('/grower/stock/') ? '/grower/stock' : '/grower/stock2'
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {first && <p className="sub">{[several ? '' : first.grower_name, first.season].filter(Boolean).join(' · ')}</p>}
      </div>
      <div className="page-actions">
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to={home} search={(now) => now} />}
        >
          {words.back}
        </Button>
        {first?.grower_OUTTURN_NUMBER && (
          <OutturnLink outturn={first.grower_OUTTURN_NUMBER} season={first.season} size="sm" />
        )}
        {id && first && <SaveStock of={stock.details} params={{ id }} />}
      </div>
    </header>
  )
}
