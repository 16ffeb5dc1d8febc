import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountPurposes, societyAccount, type SocietyAccount } from '#contract/payments/societyAccounts.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { useFormat } from '#client/kit/format.ts'
import { WithSecondLine } from '#client/kit/lists/cells.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { PlainTable } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { SocietyAccountDialog } from './SocietyAccountDialog.tsx'
import { proposes, societyAccountView } from './societyAccountView.tsx'

/** The accounts of a society, and the changes of them that were proposed. `?create=Y` opens the form. */
export function SocietyAccountsScreen() {
  const words = useWords().conversion.accounts
  const user = useUser()
  const mayPropose = proposes(user)
  const [proposing, setProposing] = useOpening('create')
  const [changing, setChanging] = useState<SocietyAccount>()
  return (
    <>
      <ListScreen<ChangeRequest>
        {...societyAccountView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        actions={
          mayPropose && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposing(true)}>
              {words.propose}
            </Button>
          )
        }
        above={
          <>
            <AccountsTable {...(mayPropose ? { onChange: setChanging } : {})} />
            <h2 className="list-title">{words.changes}</h2>
          </>
        }
        next={{ text: words.changesNone }}
      />
      {mayPropose && proposing && <SocietyAccountDialog onClose={() => setProposing(false)} />}
      {changing && <SocietyAccountDialog account={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

function AccountsTable({ onChange }: { onChange?: (account: SocietyAccount) => void }) {
  const words = useWords().conversion.accounts
  const translate = useContractWords()
  const { money } = useFormat()
  const user = useUser()
  const accounts = useCall(societyAccount.calls.list, { params: { organisationId: user.organisation.id } })
  const seesMany = new Set((accounts.data ?? []).map(({ organisationCode }) => organisationCode)).size > 1
  const labelOf = ({ purpose }: SocietyAccount): string => translate(accountPurposes[purpose].label)
  return (
    <PlainTable
      title={words.title}
      rows={accounts}
      none={words.none}
      columns={[
        {
          title: words.columns.purpose,
          strong: true,
          renderCell: (account) => (
            <WithSecondLine
              text={[account.accountNumber, seesMany && account.organisationName].filter(Boolean).join(' · ')}
            >
              {labelOf(account)}
            </WithSecondLine>
          ),
        },
        {
          title: words.columns.balance,
          right: true,
          renderCell: ({ availableBalance, currency }) => (
            <span className="num">{money(availableBalance, currency)}</span>
          ),
        },
        { title: words.columns.name, renderCell: ({ accountName }) => accountName },
        {
          title: words.columns.lines,
          renderCell: (account) => (
            <Link
              className="link"
              to="/money/settlement"
              search={{
                filter: `account:${account.purpose}`,
                ...(seesMany ? { search: account.organisationName } : {}),
              }}
              aria-label={`${words.lines}: ${labelOf(account)}`}
            >
              {words.lines}
            </Link>
          ),
        },
      ]}
      acts={words.columns.acts}
      renderActs={
        onChange &&
        ((account) => (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={15} aria-hidden />}
            aria-label={`${words.change}: ${labelOf(account)}`}
            onClick={() => onChange(account)}
          >
            {words.change}
          </Button>
        ))
      }
    />
  )
}
