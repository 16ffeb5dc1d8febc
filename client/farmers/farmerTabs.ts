import type { ComponentType } from 'react'
import type { FarmerPage } from '#contract/farmerPage.ts'
import type { Words } from '#client/kit/words.ts'
import { FarmerHistory, FarmerIdentity, FarmerPayment, FarmerRequests } from './FarmerTabPanels.tsx'
import { FarmerDeliveriesTab } from './FarmerDeliveriesTab.tsx'
import { FarmerPlotsTab } from './FarmerPlotsTab.tsx'

/** A part of the page of a farmer. */
export type FarmerTab = {
  name: keyof Words['farmerPage']['tabNames']
  Panel: ComponentType<{ page: FarmerPage }>
}

/** The parts of the page in their order; another feature adds its own here. */
export const farmerTabs: readonly FarmerTab[] = [
  { name: 'identity', Panel: FarmerIdentity },
  { name: 'payment', Panel: FarmerPayment },
  { name: 'plots', Panel: FarmerPlotsTab },
  { name: 'deliveries', Panel: FarmerDeliveriesTab },
  { name: 'requests', Panel: FarmerRequests },
  { name: 'history', Panel: FarmerHistory },
]
