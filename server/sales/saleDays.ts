import { saleDays, type SaleInForce } from '#contract/sales/saleDays.ts'
import { nextSale, nextToClose, salesInForce, type SaleDays } from '#server/facts/saleDays.ts'
import { now } from '#server/kit/clock.ts'
import { serve } from '#server/kit/web/serve.ts'

/** What everybody may know of the calendar of sales. */
export const saleDayRoutes = serve(saleDays, {
  upcoming: async ({ tx }) => {
    const at = now()
    const next = await nextSale(tx, at)
    if (!next) return { timeInMillis: 0, saleNo: null, saleDate: null, season: null, dispatchCutoff: null }
    const { number, saleDate, season, dispatchCutoff } = next
    return {
      timeInMillis: dispatchCutoff.getTime() - at.getTime(),
      saleNo: number,
      saleDate,
      season,
      dispatchCutoff: dispatchCutoff.toISOString(),
    }
  },
  closing: async ({ tx }) => {
    const at = now()
    const next = await nextToClose(tx, at)
    if (!next) return { timeInMillis: 0, saleNo: null, saleDate: null, season: null, catalogueClose: null }
    const { number, saleDate, season, catalogueClose } = next
    return {
      timeInMillis: catalogueClose.getTime() - at.getTime(),
      saleNo: number,
      saleDate,
      season,
      catalogueClose: catalogueClose.toISOString(),
    }
  },
  inForce: async ({ tx }) => (await salesInForce(tx)).map(onTheWire),
})

const onTheWire = ({ number, dispatchCutoff, catalogueClose, ...sale }: SaleDays): SaleInForce => ({
  ...sale,
  saleNumber: number,
  dispatchCutoff: dispatchCutoff.toISOString(),
  catalogueClose: catalogueClose.toISOString(),
})
