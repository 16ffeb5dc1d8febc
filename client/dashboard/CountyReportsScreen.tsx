import { Button } from '@mantine/core'
import { IconFileDownload, IconFilePlus } from '@tabler/icons-react'
import { countyReportList, countyReports, type CountyReport } from '#contract/dashboard/countyReports.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { usePaper } from '#client/kit/paper.ts'
import { useAct } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

export const countyReportsSource: ListSource = { list: countyReportList, endpoint: countyReports.list, params: {} }

/** Reports of counties and societies side by side, made by schedule or now, each as a paper that anybody can check. */
export function CountyReportsScreen() {
  const words = useWords().dashboard.reports
  const { print } = usePaper()
  const make = useAct(countyReports.make)
  return (
    <ListScreen<CountyReport>
      source={countyReportsSource}
      title={({ reference }) => reference}
      sub={words.sub}
      actions={
        <Button
          leftSection={<IconFilePlus size={16} aria-hidden />}
          loading={make.isPending}
          onClick={() => make.mutate({})}
        >
          {words.make}
        </Button>
      }
      Lead={SavePaper}
      rowActions={[
        { label: words.save, Icon: IconFileDownload, run: ({ id }) => void print(countyReports.paper, { id }) },
      ]}
      next={{ text: words.none }}
    />
  )
}

/** The paper of the report that lies open. */
function SavePaper({ row }: { row: CountyReport }) {
  const words = useWords().dashboard.reports
  const { print, busy } = usePaper()
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileDownload size={16} aria-hidden />}
      onClick={() => void print(countyReports.paper, { id: row.id })}
    >
      {words.save}
    </Button>
  )
}
