import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { asFile, download } from '../download.ts'
import { matchQuery } from './listState.ts'
import { showMessage } from '../messages.ts'
import { besides, type ListSource } from './useListPage.ts'
import type { ListState } from './useListState.ts'
import { useWords } from '../words.ts'

const kinds = [
  { kind: 'xlsx', Icon: IconFileSpreadsheet },
  { kind: 'csv', Icon: IconTable },
  { kind: 'pdf', Icon: IconFileText },
] as const

type ExportMenuProps = { source: ListSource; state: ListState; total: string; empty: boolean }

/** Exactly what the search and the filters match, as a file: the same call, answered as a workbook, text or print. */
export function ExportMenu({ source, state, total, empty }: ExportMenuProps) {
  const words = useWords().lists
  const [busy, setBusy] = useState(false)
  const save = async (kind: (typeof kinds)[number]['kind']) => {
    if (empty) return void showMessage({ tone: 'info', text: words.exportNone })
    setBusy(true)
    const query = { ...matchQuery(source.list, state.search, state.tab), ...besides(source), export: kind }
    const saved = await download(asFile(source.endpoint), { params: source.params ?? {}, query } as object)
    if (saved && kind === 'xlsx') showMessage({ tone: 'good', text: words.exportedExcel })
    setBusy(false)
  }
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={words.exportRows(total)}
        >
          <span className="tool-text">{words.export}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.exportRows(total)}</Menu.Label>
        {kinds.map(({ kind, Icon }) => (
          <Menu.Item key={kind} leftSection={<Icon size={16} aria-hidden />} onClick={() => void save(kind)}>
            {words.exportAs[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
