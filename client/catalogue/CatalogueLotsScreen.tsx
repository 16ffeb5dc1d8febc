import type { CatalogueRecord } from '#contract/catalogue/catalogueRecords.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { catalogueRecordView } from './catalogueRecordView.tsx'

/** The lots of every catalogue file. */
export function CatalogueLotsScreen() {
  const words = useWords().catalogue
  const user = useUser()
  return (
    <ListScreen<CatalogueRecord>
      {...catalogueRecordView.on(user)}
      heading={<h1>{words.lotsTitle}</h1>}
      sub={words.lotsSub}
      next={{ text: words.noLots }}
    />
  )
}
