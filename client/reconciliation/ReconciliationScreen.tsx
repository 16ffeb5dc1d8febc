import { Button, Menu } from '@mantine/core'
import {
  IconBuildingBank,
  IconChevronDown,
  IconDownload,
  IconFileText,
  IconScale,
  IconUpload,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reconciliation } from '#contract/reconciliation/reconciliation.ts'
import type { StatementException } from '#contract/reconciliation/statementExceptions.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { useFormat } from '#client/kit/format.ts'
import { download } from '#client/kit/download.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { AccountStandings, OpenExceptions } from './AccountStandings.tsx'
import { ExceptionEvidence } from './ExceptionEvidence.tsx'
import { exceptionsSource } from './exceptionsSource.ts'
import { exceptionTone, stateTone } from './reconciliationTones.ts'
import { StatementImportDialog } from './StatementImportDialog.tsx'
import { StatementPullDialog } from './StatementPullDialog.tsx'
import './reconciliation.css'

const cells: Cells<StatementException> = {
  amount: (row) => <Sum {...row} of="amount" />,
  expected: (row) => <Sum {...row} of="expected" />,
  kindTitle: ({ kind, kindTitle }) => <Status tone={exceptionTone[kind]} label={kindTitle} />,
  stateTitle: ({ state, stateTitle }) => <Status tone={stateTone[state]} label={stateTitle} />,
}
function Sum({
  of,
  currency,
  ...row
}: Pick<StatementException, 'amount' | 'expected' | 'currency'> & { of: 'amount' | 'expected' }) {
  const { money } = useFormat()
  const value = row[of]
  return value !== null && <span className="num">{money(value, currency)}</span>
}
const titleOf = ({ narration, reference, bookedOn }: StatementException): string => narration || reference || bookedOn

/** Our books against the bank's: what differs, and why. */
export function ReconciliationScreen() {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const user = useUser()
  const navigate = useNavigate()
  const [pulling, setPulling] = useState(false)
  const [importing, setImporting] = useOpening('create')
  const mayImport = may(user, reconciliation.import.allow)
  return (
    <>
      <ListScreen<StatementException>
        source={exceptionsSource}
        title={(row) => translate(titleOf(row))}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        actions={
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                  {words.more}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconScale size={16} aria-hidden />}
                  onClick={() => void navigate({ to: '/money/reconciliation/resolutions' })}
                >
                  {words.resolutions}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconFileText size={16} aria-hidden />}
                  onClick={() => void navigate({ to: '/money/reconciliation/imports' })}
                >
                  {words.imports}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() =>
                    void download(reconciliation.download, { params: { organisationId: user.organisation.id } })
                  }
                >
                  {words.download}
                </Menu.Item>
                {mayImport && (
                  <Menu.Item leftSection={<IconBuildingBank size={16} aria-hidden />} onClick={() => setPulling(true)}>
                    {words.pull}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
            {mayImport && (
              <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
                {words.import}
              </Button>
            )}
          </>
        }
        above={
          <>
            <OpenExceptions />
            <div className="recon-head">
              <h2>{words.exceptions}</h2>
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() =>
                  void navigate({ to: '/money/reconciliation', search: { filter: 'state:OPEN,state:PROPOSED' } })
                }
              >
                {words.onlyOpen}
              </Button>
            </div>
          </>
        }
        cells={cells}
        Lead={ExceptionEvidence}
        below={<AccountStandings />}
      />
      {mayImport && importing && <StatementImportDialog onClose={() => setImporting(false)} />}
      {pulling && <StatementPullDialog onClose={() => setPulling(false)} />}
    </>
  )
}
