import { errors } from '#contract/house/errors.ts'
import { shareOf, toAmount, toCents } from '#contract/kit/money.ts'
import {
  convert,
  opensExceptions,
  societyTransfer,
  societyTransferFlow,
  transferKinds,
  type SocietyTransfer,
  type TransferFigures,
  type TransferKind,
} from '#contract/payments/societyTransfers.ts'
import { accountPurposes } from '#contract/payments/societyAccounts.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { download } from '#client/kit/download.ts'
import { Attached } from '#client/kit/forms/Attached.tsx'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What may still be retained of the season without a document, in dollars. */
export const leftToRetain = ({ cameIn, retained, mostRetained }: TransferFigures): number =>
  Math.max(0, toAmount(shareOf(toCents(cameIn), mostRetained) - toCents(retained)))

/** What a transfer does to the two accounts as they stand now, and of a retention what becomes of the season's share. */
export function TransferEffect({
  kind,
  amount,
  figures,
}: {
  kind: TransferKind
  amount: number
  figures: TransferFigures
}) {
  const words = useWords().transfers
  const translate = useContractWords()
  const { money, percent, exchangeRate, dateTime } = useFormat()
  const { from, to } = transferKinds[kind]
  const { available, deal, cameIn, retained } = figures
  const currencyTo = accountPurposes[to].currency
  const arrives =
    kind === 'CONVERSION' ? toAmount(convert(toCents(amount), BigInt(Math.round((deal?.rate ?? 0) * 1e6)))) : amount
  const share = cameIn > 0 ? (retained + amount) / cameIn : null
  return (
    <Stake
      label={words.effect}
      title={translate(transferKinds[kind].label)}
      amount={money(arrives, currencyTo)}
      facts={[
        [
          translate(accountPurposes[from].label),
          `${money(available[from], 'USD')} → ${money(available[from] - amount, 'USD')}`,
        ],
        [
          translate(accountPurposes[to].label),
          `${money(available[to], currencyTo)} → ${money(available[to] + arrives, currencyTo)}`,
        ],
        ...(kind === 'RETENTION'
          ? ([
              [words.retainedOfSeason, share === null ? words.nothingCame : percent(share)],
              [words.leftToRetain, money(leftToRetain(figures), 'USD')],
            ] as const)
          : []),
        ...(kind === 'CONVERSION' && deal
          ? ([
              [words.deal, `${deal.rateCode}, ${exchangeRate(deal.rate)}`],
              [words.until, dateTime(deal.expiryDate)],
            ] as const)
          : []),
      ]}
    />
  )
}

type Shown = Pick<
  SocietyTransfer,
  | 'id'
  | 'kind'
  | 'amount'
  | 'received'
  | 'rate'
  | 'rateCode'
  | 'document'
  | 'attachment'
  | 'reason'
  | 'failure'
  | 'figures'
  | 'status'
>

function TransferLead({ row }: { row: Shown }) {
  const words = useWords().transfers
  const translate = useContractWords()
  const { money, exchangeRate } = useFormat()
  const { kind, amount, received, rate, rateCode, figures, failure, document, attachment, reason } = row
  const opens = may(useUser(), opensExceptions)
  const state = stateFor(row.status, societyTransferFlow)
  return (
    <>
      <div className="hero">
        <span className="big num">{money(amount, 'USD')}</span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
      </div>
      {received !== null && rate !== null && (
        <p>{words.becomes(money(received), exchangeRate(rate), rateCode ?? '')}</p>
      )}
      {failure !== '' && <p className="hint warn">{translate(failure)}</p>}
      {figures && kind === 'CONVERSION' && figures.deal?.rateCode !== rateCode ? (
        <p className="hint warn">{translate(errors['society_transfer.other_deal'].message)}</p>
      ) : (
        figures && <TransferEffect kind={kind} amount={amount} figures={figures} />
      )}
      {document !== '' && <Quoted title={words.document}>{document}</Quoted>}
      <Attached
        attachment={attachment}
        onOpen={opens ? () => void download(societyTransfer.calls.document, { params: { id: row.id } }) : undefined}
      />
      {document !== '' && !attachment && <p className="faint">{words.notAttached}</p>}
      <Quoted title={words.reason}>{reason}</Quoted>
    </>
  )
}

/** How transfers are listed and decided. */
export const societyTransferView = viewRecord(societyTransfer, {
  title: ({ organisationName }) => organisationName,
  Lead: TransferLead,
  leads: ['amount', 'received', 'document', 'rateCode'],
})
