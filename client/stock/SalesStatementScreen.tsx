import { Button, Group } from '@mantine/core'
import { IconFileTypePdf, IconPackages, IconReceipt, IconRoute } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SessionUser } from '#contract/house/session.ts'
import { eslipPapers } from '#contract/settlement/eslipPapers.ts'
import { eslipFlow } from '#contract/settlement/eslips.ts'
import { salesStatementList, salesStatements, type SalesStatementLine } from '#contract/stock/salesStatement.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { matchQuery, type ListSearch } from '#client/kit/lists/listState.ts'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { usePaper } from '#client/kit/paper.ts'
import { usePlace, viewOf } from '#client/kit/places/places.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'

/** A grower reads its own and has no other to choose. */
const ofOneGrower = {
  ...salesStatementList,
  filters: (salesStatementList.filters ?? []).filter(({ key }) => key !== 'growerCode'),
}

export const salesStatementSource = (user: SessionUser): ListSource => ({
  list: actorOf(user).organisationType === 'FARMER_SOCIETY' ? ofOneGrower : salesStatementList,
  endpoint: salesStatements.list,
  params: {},
})

/** Each sold lot of growers: what it fetched, what was taken of it, and what was paid. */
export function SalesStatementScreen() {
  const words = useWords().growerSales
  const source = salesStatementSource(useUser())
  const { print } = usePaper()
  return (
    <ListScreen<SalesStatementLine>
      source={source}
      title={({ eslipNumber, growerCode }) => `${eslipNumber} ${growerCode}`}
      sub={words.sub}
      Lead={StatementLead}
      Documents={EslipPaper}
      After={WhereFrom}
      rowActions={[
        {
          label: words.paper,
          Icon: IconFileTypePdf,
          run: ({ eslipId }) => void print(eslipPapers.download, { id: eslipId }),
        },
      ]}
      above={<Sums source={source} />}
      next={{ text: words.none }}
    />
  )
}

/** What the lines come to that the search and the filters match. */
function Sums({ source }: { source: ListSource }) {
  const words = useWords().growerSales
  const { money, number, weight } = useFormat()
  const search: ListSearch = useSearch({ strict: false })
  const { search: text, filter } = matchQuery(source.list, search, 'all')
  const sought = { ...(text ? { search: text } : {}), ...(filter ? { filter } : {}) }
  const read = useCall(salesStatements.sums, { query: sought })
  if (read.isError) return <p className="faint">{words.sumsFailed}</p>
  if (read.data?.sums === null) return <p className="faint">{words.tooMany}</p>
  const sums = read.data?.sums
  return (
    <dl className="stats" aria-busy={read.isPending}>
      <div className="stat">
        <dt>{words.weight}</dt>
        <dd className="num">{sums ? weight(sums.weight) : '–'}</dd>
        <dd className="hint">{sums ? words.lines(number(sums.lines)) : ''}</dd>
      </div>
      <div className="stat">
        <dt>{words.gross}</dt>
        <dd className="num">{sums ? money(sums.gross, 'USD') : '–'}</dd>
        <dd className="hint">{words.grossHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.deductions}</dt>
        <dd className="num">{sums ? money(sums.totalDeductions, 'USD') : '–'}</dd>
        <dd className="hint">{words.deductionsHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.net}</dt>
        <dd className="num">{sums ? money(sums.net, 'USD') : '–'}</dd>
        <dd className="hint">{sums ? words.paidOf(money(sums.paid, 'USD')) : ''}</dd>
      </div>
    </dl>
  )
}

function StatementLead({ row }: { row: SalesStatementLine }) {
  const words = useWords().growerSales
  const { money, weight } = useFormat()
  const { tone, label } = eslipFlow.states[row.paymentDate === null ? 'PENDING_PAYMENT' : 'PAID']
  return (
    <>
      <div className="hero">
        <span className="big">{money(row.net, 'USD')}</span>
        {row.paymentDate === null ? <Status tone={tone} label={label} /> : <Status tone="good" label="Paid" />}
      </div>
      <p className="faint">
        {words.closes(weight(row.weight), money(row.gross, 'USD'), money(row.totalDeductions, 'USD'))}
      </p>
      {row.brokerAmount === null && <p className="faint">{words.bulked}</p>}
    </>
  )
}

/** The e-slip of the lot on paper. */
function EslipPaper({ row }: { row: SalesStatementLine }) {
  const words = useWords().growerSales
  const { print, busy } = usePaper()
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void print(eslipPapers.download, { id: row.eslipId })}
    >
      {words.paper}
    </Button>
  )
}

/** From the line on to every leg of its lot, and to the whole way of its coffee. */
function WhereFrom({ row: { id, eslipId, parchmentOutturn: outturn, season } }: { row: SalesStatementLine }) {
  const words = useWords().growerSales
  const navigate = useNavigate()
  const eslips = usePlace('eslip')
  return (
    <Group gap={8}>
      <Button
        variant="default"
        leftSection={<IconReceipt size={16} aria-hidden />}
        onClick={() => void navigate(viewOf(eslips, eslipId))}
      >
        {words.legs}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPackages size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/grower/stock2/$id', params: { id }, search: {} })}
      >
        {words.stock}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRoute size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/trade/outturn', search: { outturn, season } })}
      >
        {words.way}
      </Button>
    </Group>
  )
}
