import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { choice, text } from '#contract/kit/field.ts'
import { tradeAccount, tradeAccountFlow, tradePurposes, type TradePurpose } from '#contract/settlement/tradeAccounts.ts'
import { call } from '#client/kit/call.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { WithSecondLine } from '#client/kit/lists/cells.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { PlainTable } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { tradeAccountView } from './tradeAccountView.tsx'

/** Accounts by which sales are settled, and the changes of them. `?create=Y` opens the form. */
export function TradeAccountsScreen() {
  const words = useWords().settlement
  const user = useUser()
  const proposes = mayMake(tradeAccountFlow, user) && user.organisation.organisationType.name === '{product}'
  const [proposing, setProposing] = useOpening('create')
  return (
    <>
      <ListScreen<ChangeRequest>
        {...tradeAccountView.on(user)}
        heading={<h1>{words.accountsTitle}</h1>}
        sub={words.accountsSub}
        actions={
          proposes && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposing(true)}>
              {words.proposeAccount}
            </Button>
          )
        }
        above={
          <>
            <Accounts />
            <h2 className="list-title">{words.accountChanges}</h2>
          </>
        }
        next={{ text: words.noAccountChanges }}
      />
      {proposes && proposing && <AccountDialog onClose={() => setProposing(false)} />}
    </>
  )
}

function Accounts() {
  const words = useWords().settlement
  const translate = useContractWords()
  const accounts = useCall(tradeAccount.calls.list, {})
  return (
    <PlainTable
      title={words.accountsTitle}
      rows={accounts}
      none={words.noAccounts}
      columns={[
        {
          title: words.purpose,
          strong: true,
          renderCell: ({ purpose, organisationName, accountNumber }) => (
            <WithSecondLine text={accountNumber}>
              {purpose === 'PROVIDER' ? organisationName : translate(tradePurposes[purpose].label)}
            </WithSecondLine>
          ),
        },
        { title: words.account.accountName, renderCell: ({ accountName }) => accountName },
      ]}
    />
  )
}

const purposes = Object.keys(tradePurposes) as TradePurpose[] // border: the keys of the list
const fields = {
  organisationCode: { title: 'Organisation', ...text(40) },
  purpose: { title: 'Account', ...choice(purposes) },
  accountNumber: { title: 'Account number', ...text(20) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

function AccountDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().settlement
  const translate = useContractWords()
  const state = useRecordForm({ fields, initial: { purpose: 'PROVIDER' } })
  return (
    <RecordDialog
      title={words.proposeAccount}
      state={state}
      lead={<p className="faint">{words.accountHint}</p>}
      groups={[{ names: ['organisationCode', 'purpose', 'accountNumber', 'reason'] }]}
      controls={{
        purpose: {
          options: purposes.map((value) => ({ value, label: translate(tradePurposes[value].label) })),
        },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ organisationCode, purpose, accountNumber, reason }, key) =>
        call(tradeAccount.calls.propose, {
          body: {
            organisationCode,
            purpose: purpose as TradePurpose, // border: one of the options
            accountNumber,
            ...(reason ? { reason } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
