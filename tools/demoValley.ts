import { seedDemoUploads } from './demo.ts'
import { seedDemoAdministration } from './demoAdministration.ts'
import type { Demo } from './demoCalls.ts'
import { seedDemoCreatedFarmers } from './demoCreatedFarmers.ts'
import { seedDemoFarmers } from './demoFarmers.ts'
import { seedDemoFindings } from './demoFindings.ts'
import { seedDemoLimits } from './demoLimits.ts'
import { seedDemoLoans } from './demoLoans.ts'
import { seedDemoParchment } from './demoParchment.ts'
import { seedDemoRates } from './demoRates.ts'
import { seedDemoReconciliation } from './demoReconciliation.ts'

/** Enters into a running server what the people of the valley did so far; each part needs those before it. */
export async function seedValley(demo: Demo): Promise<void> {
  await seedDemoUploads(demo)
  await seedDemoFarmers(demo)
  await seedDemoCreatedFarmers(demo)
  await seedDemoFindings(demo)
  await seedDemoAdministration(demo)
  await seedDemoRates(demo)
  await seedDemoLimits(demo)
  await seedDemoParchment(demo)
  await seedDemoLoans(demo)
  await seedDemoReconciliation(demo)
}
