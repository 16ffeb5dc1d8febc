import type { ComponentType } from 'react'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { loanReports } from '#contract/loanReports/loanReports.ts'
import { loanStatements } from '#contract/loanReports/loanStatements.ts'
import { scheduleLines } from '#contract/schedules/scheduleLines.ts'
import { texts } from '#contract/house/texts.ts'
import type { Words } from '#client/kit/words.ts'
import { FarmerOverviewTab } from './FarmerOverviewTab.tsx'
import { FarmerHistory, FarmerIdentity, FarmerPayment, FarmerRequests } from './FarmerTabPanels.tsx'
import { FarmerCherryPayTab } from './FarmerCherryPayTab.tsx'
import { FarmerDeliveriesTab } from './FarmerDeliveriesTab.tsx'
import { FarmerLimitTab } from './FarmerLimitTab.tsx'
import { FarmerLoansTab } from './FarmerLoansTab.tsx'
import { FarmerPlotsTab } from '#client/farmers/plots/FarmerPlotsTab.tsx'
import { FarmerTextsTab } from './FarmerTextsTab.tsx'

/** A part of the page of a farmer. */
type FarmerTab = {
  name: keyof Words['farmerPage']['tabNames']
  Panel: ComponentType<{ page: FarmerPage }>
  /** Who may open it, when not everybody who sees the page. */
  allow?: Endpoint['allow']
}

/** The parts of the page in their order; another feature adds its own here. */
export const farmerTabs: readonly FarmerTab[] = [
  { name: 'overview', Panel: FarmerOverviewTab },
  { name: 'identity', Panel: FarmerIdentity },
  { name: 'payment', Panel: FarmerPayment },
  { name: 'plots', Panel: FarmerPlotsTab },
  { name: 'deliveries', Panel: FarmerDeliveriesTab },
  { name: 'limit', Panel: FarmerLimitTab, allow: loanStatements.limit.allow },
  { name: 'loans', Panel: FarmerLoansTab, allow: loanReports.history.allow },
  { name: 'cherryPay', Panel: FarmerCherryPayTab, allow: scheduleLines.statement.allow },
  { name: 'requests', Panel: FarmerRequests },
  { name: 'texts', Panel: FarmerTextsTab, allow: texts.ofFarmer.allow },
  { name: 'history', Panel: FarmerHistory },
]
