import { toAmount } from '#contract/kit/money.ts'
import {
  saleNameOf,
  saleReportList,
  saleReports,
  type SaleStand,
  type SettledSale,
} from '#contract/settlement/saleReports.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { legsOf, partOf, slipsOf, type SalePart } from './saleParts.ts'
import { readSaleReport } from './saleReport.ts'
import { checkRoutes, printSaleReport } from './saleReportPaper.ts'

type Stored = {
  season: string
  number: number
  saleDate: string
  promptDate: string
  lots: number
  kilograms: string
  gross: string | null
  unpaid: number
  defaulted: number
  status: SaleStand
}

function sourceOf(part: SalePart): ListSource<Stored> {
  const sales = sql`(
    select s.season, s.sale_number::int as number, min(s.sale_date) as sale_date, max(s.prompt_date) as prompt_date, count(*)::int as lots, sum(s.kilograms)::text as kilograms,
      sum(s.gross)::text as gross, count(*) filter (where s.status in ('PENDING_PAYMENT', 'DEFAULTED'))::int as unpaid, count(*) filter (where s.status = 'DEFAULTED')::int as defaulted,
      case when bool_and(s.status in ('PENDING_PAYMENT', 'DEFAULTED')) then 'AWAITING' when bool_or(s.is_open) then 'BEING_PAID' else 'SETTLED' end as status
    from (select s.*, s.status in ('PENDING_PAYMENT', 'DEFAULTED') or exists (
        select from eslip_legs l where l.eslip_id = s.id and l.status <> 'PAID' and ${legsOf(part)}) as is_open
      from (${slipsOf(part, sql`true`)}) s) s
    group by s.season, s.sale_number) t`
  return {
    base: sales,
    from: sales,
    select: sql<Stored>`t.season, t.number, t.sale_date as "saleDate", t.prompt_date as "promptDate", t.lots, t.kilograms, t.gross, t.unpaid, t.defaulted, t.status`,
    where: [],
    columns: {
      saleNumber: sql`t.number`,
      season: sql`t.season`,
      saleDate: sql`t.sale_date`,
      promptDate: sql`t.prompt_date`,
      status: sql`t.status`,
    },
    search: sql<string>`t.season || ' ' || t.number`,
    id: sql`(t.season || ' ' || lpad(t.number::text, 2, '0'))`,
  }
}

const shape = ({ number, kilograms, gross, unpaid, defaulted, ...stored }: Stored): SettledSale => ({
  ...stored,
  id: saleNameOf(stored.season, number),
  saleNumber: number,
  weight: Number(kilograms),
  gross: gross === null ? null : toAmount(gross),
  unpaidLots: unpaid,
  defaultedLots: defaulted,
})

const { check: _check, ...ofReaders } = saleReports

/** What became of the proceeds of sales. */
export const saleReportRoutes = [
  ...serve(ofReaders, {
    list: ({ tx, actor, query }) =>
      listPage({ tx, actor, screen: saleReportList, query, source: sourceOf(partOf(actor)), shape }),
    report: ({ tx, actor, params: { sale } }) => readSaleReport(tx, partOf(actor), sale),
    paper: printSaleReport,
  }),
  ...checkRoutes,
]
