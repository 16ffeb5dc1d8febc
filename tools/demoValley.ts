import { keepBalancesAgain } from '#server/balances/checkBalances.ts'
import { seedDemoUploads } from './demo.ts'
import { seedDemoBankDecision } from './demoBankDecides.ts'
import { seedDemoAdministration } from './demoAdministration.ts'
import { seedDemoCatalogue } from './demoCatalogue.ts'
import { seedPart, signDemoOut, type Demo } from './demoCalls.ts'
import { seedDemoCreatedFarmers, seedDemoErasure } from './demoCreatedFarmers.ts'
import { seedDemoDeductions } from './demoDeductions.ts'
import { seedDemoDispatch } from './demoDispatch.ts'
import { seedDemoDrafts } from './demoDrafts.ts'
import { seedDemoEstateCured } from './demoEstateCured.ts'
import { seedDemoFarmers } from './demoFarmers.ts'
import { seedDemoFindings } from './demoFindings.ts'
import { seedDemoLimits } from './demoLimits.ts'
import { seedDemoLoans } from './demoLoans.ts'
import { seedDemoParchment } from './demoParchment.ts'
import { seedDemoPayouts } from './demoPayouts.ts'
import { seedDemoAccounts } from './demoAccounts.ts'
import { seedDemoFloors } from './demoFloors.ts'
import { seedDemoConversions } from './demoConversions.ts'
import { seedDemoRates } from './demoRates.ts'
import { seedDemoFile } from './demoRtgs.ts'
import { seedDemoSales } from './demoSales.ts'
import { seedDemoFees, seedDemoPayingSale, seedDemoSettledSale, seedDemoSettlement } from './demoSettlement.ts'
import { seedDemoSchedules } from './demoSchedules.ts'
import { seedDemoTransfers } from './demoTransfers.ts'
import { seedDemoReconciliation } from './demoReconciliation.ts'

/** Enters into a running server what the people of the valley did so far; each part needs those before it, and files come one by one. */
export async function seedValley(demo: Demo): Promise<void> {
  const part = (name: string, seed: (demo: Demo) => Promise<void>) => seedPart(demo.house, name, () => seed(demo))
  await seedDemoUploads(demo)
  await part('update requests and plots', seedDemoFarmers)
  await part('created farmers', seedDemoCreatedFarmers)
  await part('findings', seedDemoFindings)
  await part('administration', seedDemoAdministration)
  await part('fee rules', seedDemoFees)
  await part('cherry rates', seedDemoRates)
  await part('society accounts', seedDemoAccounts)
  await part('the settlement of sales', seedDemoSettlement)
  await part('conversion rates', seedDemoConversions)
  await seedDemoLimits(demo)
  await seedDemoParchment(demo)
  await part('sales', seedDemoSales)
  await part('a sale that is settled', seedDemoSettledSale)
  await part('transfers of societies', seedDemoTransfers)
  await part('lowest communal rates', seedDemoFloors)
  await part('dispatch', seedDemoDispatch)
  await part('catalogues', seedDemoCatalogue)
  await part('estate cured coffee', seedDemoEstateCured)
  await part('loans', seedDemoLoans)
  await part('deductions', seedDemoDeductions)
  await part('payment schedules', seedDemoSchedules)
  await part('an RTGS file', seedDemoFile)
  await part('a schedule at the bank', seedDemoBankDecision)
  await part('reconciliation', seedDemoReconciliation)
  await part('a sale that is being paid', seedDemoPayingSale)
  await part('drafts of payment schedules', seedDemoDrafts)
  await part('payouts that stand still', seedDemoPayouts)
  await part('a member who left', seedDemoErasure)
  // The night has been before there was anything to hold.
  await part('balances', ({ house }) => keepBalancesAgain(house))
  await part('the way out', ({ address }) => signDemoOut(address))
}
