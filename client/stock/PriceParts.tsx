import { Link } from '@tanstack/react-router'
import { prices } from '#contract/stock/prices.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { RecordLink } from '#client/kit/places/links.tsx'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

type PricePartsProps = { name: string; asked: Record<'growerCode' | 'season' | 'county', string>; onClose: () => void }

/** What a figure is made of: each sale with the way to its lots, and each payment to members. */
export function PriceParts({ name, asked, onClose }: PricePartsProps) {
  const all = useWords().prices
  const words = all.parts
  const { weight, number, amount, date } = useFormat()
  const read = useCall(prices.parts, { query: asked })
  return (
    <Dialog title={words.title(name)} size="auto" onClose={onClose}>
      {read.isError && <NotLoaded refused={read.error} onReload={() => void read.refetch()} />}
      {read.isPending && <ListSkeleton />}
      {read.data && (
        <>
          <h3 className="part-title">{words.sales}</h3>
          <PlainRows
            title={words.sales}
            none={words.noSales}
            rows={read.data.sales.map((sale) => ({ ...sale, id: `${sale.season} ${sale.saleNumber}` }))}
            columns={[
              {
                title: words.sale,
                strong: true,
                renderCell: ({ saleNumber, season }) => (
                  <Link
                    className="link"
                    to="/grower/sales"
                    title={words.lots}
                    search={{
                      filter: [
                        asked.growerCode && `growerCode:${asked.growerCode}`,
                        `season:${season}`,
                        `saleNumber:${saleNumber}`,
                      ]
                        .filter(Boolean)
                        .join(','),
                    }}
                  >
                    {words.saleOf(number(saleNumber), season)}
                  </Link>
                ),
              },
              { title: words.day, renderCell: ({ saleDate }) => date(saleDate) },
              { title: all.weight, right: true, renderCell: ({ kilograms }) => weight(kilograms) },
              { title: all.price, right: true, renderCell: ({ price }) => amount(price) },
              { title: all.gross, right: true, renderCell: ({ gross }) => amount(gross) },
              { title: words.charges, right: true, renderCell: ({ charges }) => amount(charges) },
              {
                title: all.arrived,
                right: true,
                renderCell: ({ arrived, waiting }) => (
                  <>
                    {amount(arrived)}
                    {waiting > 0 && <small className="faint"> {words.waiting(number(waiting))}</small>}
                  </>
                ),
              },
              {
                title: words.toSociety,
                right: true,
                renderCell: ({ daysToSociety }) => (daysToSociety === null ? '–' : number(daysToSociety)),
              },
            ]}
          />
          <h3 className="part-title">{words.payments}</h3>
          <PlainRows
            title={words.payments}
            none={words.noPayments}
            rows={read.data.payments}
            columns={[
              {
                title: words.cycle,
                strong: true,
                renderCell: ({ season, cycle }) => words.cycleOf(season, number(cycle)),
              },
              { title: words.decided, renderCell: ({ decidedOn }) => date(decidedOn) },
              { title: words.dollars, right: true, renderCell: ({ dollars }) => amount(dollars) },
              { title: words.shillings, right: true, renderCell: ({ shillings }) => amount(shillings) },
              {
                title: words.reachedShillings,
                right: true,
                renderCell: ({ reachedShillings }) => amount(reachedShillings),
              },
              { title: all.reached, right: true, renderCell: ({ reached }) => amount(reached) },
            ]}
            acts={words.open}
            renderActs={({ id }) => <RecordLink kind="communal_payment" id={id} label={words.open} />}
          />
        </>
      )}
    </Dialog>
  )
}
