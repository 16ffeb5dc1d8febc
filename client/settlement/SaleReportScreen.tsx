import { Alert, Button } from '@mantine/core'
import { IconFileTypePdf, IconScale } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { legKinds } from '#contract/settlement/eslipMoney.ts'
import { eslipFlow } from '#contract/settlement/eslips.ts'
import { closings, saleReports, saleStands, type SaleReport } from '#contract/settlement/saleReports.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { usePaper } from '#client/kit/paper.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './settlement.css'

/** What became of the proceeds of a sale, held against the ledger: the whole of it, or the part of the own organisation. */
export function SaleReportScreen() {
  const words = useWords().saleReports
  const { sale } = useParams({ from: '/inside/sales/settlement/$sale' })
  const { date } = useFormat()
  const { data, error, refetch } = useCall(saleReports.report, { params: { sale } })
  const { print, busy } = usePaper()
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{data ? words.of(String(data.saleNumber), data.season) : words.title}</h1>
          <p className="sub">
            {data &&
              `${data.organisationName || words.whole}. ${words.days(date(data.saleDate), date(data.promptDate))}`}
          </p>
        </div>
        <div className="page-actions">
          <Button
            variant="default"
            disabled={!data}
            loading={busy}
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
            onClick={() => void print(saleReports.paper, { sale })}
          >
            {words.paper}
          </Button>
        </div>
      </header>
      {error && !data ? (
        <NotLoaded refused={error} onReload={() => void refetch()} />
      ) : data ? (
        <Report report={data} />
      ) : (
        <ListSkeleton />
      )}
    </div>
  )
}

function Report({ report }: { report: SaleReport }) {
  const words = useWords().saleReports
  const { difference } = report
  const { money } = useFormat()
  return (
    <>
      {difference !== 0 && (
        <Alert color="cherry" icon={<IconScale aria-hidden />} title={words.open(money(difference, 'USD'))} mb="md">
          {words.openHint}
        </Alert>
      )}
      <Sums report={report} />
      <div className="sale-report">
        <Legs report={report} />
        <Payees report={report} />
        <div className="sale-report-pair">
          <States report={report} />
          <Closing report={report} />
        </div>
      </div>
    </>
  )
}

function Sums({ report: { lots, weight, gross, status, total } }: { report: SaleReport }) {
  const words = useWords().saleReports
  const format = useFormat()
  const usd = (amount: number) => format.money(amount, 'USD')
  const { tone, label } = saleStands[status]
  return (
    <dl className="stats">
      <div className="stat">
        <dt>{gross === null ? words.yours : words.gross}</dt>
        <dd className="num">{usd(gross ?? total.amount)}</dd>
        <dd className="hint">{words.lots(format.number(lots), format.weight(weight))}</dd>
      </div>
      <div className="stat">
        <dt>{words.unpaid}</dt>
        <dd className="num">{usd(total.unpaid)}</dd>
        <dd className="hint">{words.unpaidHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.clearing}</dt>
        <dd className="num">{usd(total.waiting + total.atBank)}</dd>
        <dd className="hint">{words.clearingHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.arrived}</dt>
        <dd className="num">{usd(total.arrived)}</dd>
        <dd className="hint">
          <Status tone={tone} label={label} />
        </dd>
      </div>
    </dl>
  )
}

type Parts = SaleReport['total']

/** The columns of where dollars are. */
function usePlaces() {
  const words = useWords().saleReports
  const { amount } = useFormat()
  const column = (title: string, of: (row: Parts) => number) => ({
    title,
    right: true as const,
    renderCell: (row: Parts) => <span className="num">{amount(of(row))}</span>,
  })
  return [
    column(words.amount, (row) => row.amount),
    column(words.unpaid, (row) => row.unpaid),
    column(words.waiting, (row) => row.waiting),
    column(words.atBank, (row) => row.atBank),
    column(words.arrived, (row) => row.arrived),
  ]
}

function useKinds() {
  const words = useWords().saleReports
  const translate = useContractWords()
  return (kind: SaleReport['legs'][number]['kind']) =>
    kind === 'SHARED' ? words.shared : translate(legKinds[kind].label)
}

function Legs({ report: { legs, total } }: { report: SaleReport }) {
  const words = useWords().saleReports
  const nameOf = useKinds()
  const places = usePlaces()
  const rows = legs.map((leg) => ({ ...leg, id: leg.kind, name: nameOf(leg.kind) }))
  return (
    <section aria-label={words.byKind}>
      <h2>{words.byKind}</h2>
      <PlainRows
        title={words.byKind}
        none={words.noLegs}
        rows={rows.length > 1 ? [...rows, { ...total, id: 'all', name: words.inAll }] : rows}
        columns={[{ title: words.leg, strong: true, renderCell: ({ name }) => name }, ...places]}
      />
    </section>
  )
}

function Payees({ report: { payees } }: { report: SaleReport }) {
  const words = useWords().saleReports
  const nameOf = useKinds()
  const places = usePlaces()
  if (payees.length < 2) return null
  return (
    <section aria-label={words.byPayee}>
      <h2>{words.byPayee}</h2>
      <PlainRows
        title={words.byPayee}
        none=""
        rows={payees.map((payee) => ({ ...payee, id: `${payee.code} ${payee.kinds.join(' ')}` }))}
        columns={[
          {
            title: words.payee,
            strong: true,
            renderCell: ({ name, kinds }) => (
              <>
                {name || words.nobody}
                <div className="faint">{kinds.map(nameOf).join(', ')}</div>
              </>
            ),
          },
          ...places,
        ]}
      />
    </section>
  )
}

function States({ report: { states, season, saleNumber } }: { report: SaleReport }) {
  const words = useWords().saleReports
  const format = useFormat()
  return (
    <section aria-label={words.byState}>
      <h2>{words.byState}</h2>
      <PlainRows
        title={words.byState}
        none=""
        rows={states.map((state) => ({ ...state, id: state.status }))}
        columns={[
          { title: words.state, renderCell: ({ status }) => <Status {...eslipFlow.states[status]} /> },
          { title: words.lotsTitle, right: true, renderCell: ({ lots }) => format.number(lots) },
          { title: words.weight, right: true, renderCell: ({ weight }) => format.kilograms(weight) },
          {
            title: words.gross,
            right: true,
            renderCell: ({ gross }) => <span className="num">{gross === null ? '–' : format.amount(gross)}</span>,
          },
        ]}
      />
      <p className="sale-report-link">
        <Link
          to="/eslips"
          search={{
            tab: 'all',
            search: `${season.slice(0, 4)}-${season.slice(-2)}/${String(saleNumber).padStart(2, '0')}/`,
          }}
        >
          {words.toEslips}
        </Link>
      </p>
    </section>
  )
}

function Closing({ report: { closing, difference } }: { report: SaleReport }) {
  const words = useWords().saleReports
  const translate = useContractWords()
  const { amount, money } = useFormat()
  return (
    <section aria-label={words.closing}>
      <h2>{words.closing}</h2>
      <PlainRows
        title={words.closing}
        none={words.noClosing}
        rows={closing.map((row) => ({ ...row, id: row.what }))}
        columns={[
          { title: words.figure, strong: true, renderCell: ({ what }) => translate(closings[what]) },
          { title: words.eslips, right: true, renderCell: (row) => <span className="num">{amount(row.eslips)}</span> },
          { title: words.ledger, right: true, renderCell: (row) => <span className="num">{amount(row.ledger)}</span> },
          {
            title: words.difference,
            right: true,
            renderCell: (row) => <span className="num">{amount(row.difference)}</span>,
          },
        ]}
      />
      <p className="sale-report-end" role="status">
        <Status tone={difference === 0 ? 'good' : 'bad'} label={difference === 0 ? 'Closes' : 'Does not close'} />
        <span className="num">{words.differenceOf(money(difference, 'USD'))}</span>
      </p>
    </section>
  )
}
