import { resultFile } from '#contract/results/resultFile.ts'
import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { estateCuredFile } from '#contract/estateCured/estateCuredFile.ts'
import { makeResults } from '../kit/auctionResults.ts'
import { makeCatalogues } from '../kit/catalogueFiles.ts'
import { makeDispatchRecords } from '../kit/dispatchFiles.ts'
import { makeEslips } from '../kit/eslips.ts'
import { makeEstateCuredRecords } from '../kit/estateCured.ts'
import { makeSales } from '../kit/sales.ts'
import { addCherryTotals, decideParchment, outturns, sendParchment } from '../kit/parchmentFiles.ts'
import { makeSettlement } from '../kit/settlement.ts'
import { draftOf } from '../kit/uploadKinds.ts'
import type { World } from '../kit/world.ts'
import { tradeScreens } from './screenPaths.ts'

/** Brings a record for every screen of the trade, and answers their ids by the names in screenPaths.ts. */
async function bringTradeRecords(world: World): Promise<Record<string, string>> {
  const { wanjikuMaker, aliceMillerChecker } = world.people
  const id = async (query: string) => (await world.owner.query<{ id: string }>(query)).rows[0]?.id ?? ''
  await makeSales(world)
  await makeDispatchRecords(world)
  await makeCatalogues(world)
  await makeResults(world)
  await makeEslips(world)
  await makeSettlement(world)
  await makeEstateCuredRecords(world)
  await addCherryTotals(world)
  const delivered = outturns(1)
  await decideParchment(aliceMillerChecker, 'approve', await sendParchment(wanjikuMaker, delivered))
  return {
    sale: await id(`select id from sales where status = 'PENDING_APPROVAL'`),
    dispatchFile: await id(
      `select f.upload_id as id from dispatch_files f join dispatch_records r using (upload_id) group by 1 order by count(*) desc`,
    ),
    dispatchDraft: await draftOf(world, dispatchSheet),
    referred: await id(`select id from dispatch_records where require_reapproval`),
    catalogue: await id(`select upload_id as id from catalogue_records group by upload_id order by count(*) desc`),
    catalogueDraft: await draftOf(world, catalogueFile),
    lot: await id(`select id from catalogue_records where status = 'PENDING_APPROVAL'`),
    resultFile: await id(`select upload_id as id from auction_results group by upload_id order by count(*) desc`),
    resultDraft: await draftOf(world, resultFile),
    result: await id(`select id from auction_results where state = 'IN_FORCE' and price_cents is not null order by id`),
    eslip: await id(`select id from eslips where status = 'PAID' order by id`),
    settled: await id(
      `select replace(season, '/', '-') || '-' || lpad(sale_number::text, 2, '0') as id from eslips where status = 'PAID' order by id`,
    ),
    share: await id(`select id from eslip_shares order by id`),
    buyerPayment: await id(`select id from buyer_payments where status = 'PENDING_APPROVAL' order by id`),
    claim: await id(`select id from sale_claims where status = 'PENDING_APPROVAL' order by id`),
    tradeAccount: await id(
      `select id from change_requests where kind = 'trade_account_change' and status = 'PENDING_APPROVAL' order by id`,
    ),
    closedCatalogue: await id(`select id from closed_catalogues order by id`),
    estates: await id(`select upload_id as id from estate_cured_records group by upload_id order by count(*) desc`),
    estateDraft: await draftOf(world, estateCuredFile),
    estate: await id(`select id from estate_cured_records order by id`),
    outturn: delivered[0]?.outturn ?? '',
  }
}

export const trade = { of: 'trade', screens: tradeScreens, bring: bringTradeRecords }
