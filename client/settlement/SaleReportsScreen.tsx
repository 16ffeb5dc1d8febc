import { useNavigate } from '@tanstack/react-router'
import { saleReportList, saleReports, saleStands, type SettledSale } from '#contract/settlement/saleReports.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'

export const saleReportsSource: ListSource = { list: saleReportList, endpoint: saleReports.list, params: {} }

const cells: Cells<SettledSale> = { status: ({ status }) => <Status {...saleStands[status]} /> }

/** Sales whose results are booked, with how far they are paid; each leads to its settlement. */
export function SaleReportsScreen() {
  const words = useWords().saleReports
  const navigate = useNavigate()
  return (
    <ListScreen<SettledSale>
      source={saleReportsSource}
      title={({ saleNumber, season }) => words.of(String(saleNumber), season)}
      sub={words.listSub}
      onView={({ id }) => void navigate({ to: '/sales/settlement/$sale', params: { sale: id } })}
      noDrawer
      next={{ text: words.none }}
      cells={cells}
    />
  )
}
