import { Button } from '@mantine/core'
import { IconFileDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { closedCatalogueList, closedCatalogues, type ClosedCatalogue } from '#contract/catalogue/closedCatalogues.ts'
import { download } from '#client/kit/download.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { useWords } from '#client/kit/words.ts'
import './catalogue.css'

export const closedCataloguesSource: ListSource = {
  list: closedCatalogueList,
  endpoint: closedCatalogues.list,
  params: {},
}

const save = (file: typeof closedCatalogues.paper | typeof closedCatalogues.workbook, { id }: ClosedCatalogue) =>
  void download(file, { params: { id } })

/** Catalogues of sales as they stood when they closed, each as the file that everybody gets. */
export function ClosedCataloguesScreen() {
  const words = useWords().catalogue
  return (
    <ListScreen<ClosedCatalogue>
      source={closedCataloguesSource}
      title={({ saleNumber, season }) => `${saleNumber}, ${season}`}
      sub={words.closedSub}
      Lead={Files}
      rowActions={[
        { label: words.savePaper, Icon: IconFileDownload, run: (row) => save(closedCatalogues.paper, row) },
        { label: words.saveWorkbook, Icon: IconFileSpreadsheet, run: (row) => save(closedCatalogues.workbook, row) },
      ]}
      next={{ text: words.noClosed }}
    />
  )
}

/** The files of the catalogue that lies open. */
function Files({ row }: { row: ClosedCatalogue }) {
  const words = useWords().catalogue
  return (
    <div className="catalogue-files">
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={() => save(closedCatalogues.paper, row)}
      >
        {words.savePaper}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => save(closedCatalogues.workbook, row)}
      >
        {words.saveWorkbook}
      </Button>
    </div>
  )
}
