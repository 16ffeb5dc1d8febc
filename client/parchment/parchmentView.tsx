import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { parchment, type Parchment } from '#contract/parchment/parchments.ts'
import { call } from '#client/kit/call.ts'
import { decisionBody, stateFor } from '#client/kit/decisions/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { ConsentLine, notShared, wordingChanged } from '#client/kit/uploads/ShareConsent.tsx'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { Status } from '#client/kit/Status.tsx'
import { isRejected } from '#client/kit/uploads/UploadLead.tsx'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { AmendDialog } from './AmendDialog.tsx'
import { ParchmentQuestions } from './ParchmentQuestions.tsx'

/** What is at stake in a record: its kilograms, its miller and what its approval shares among the members. */
function ParchmentLead({ row }: { row: Parchment }) {
  const words = useWords().parchment
  const translate = useContractWords()
  const { money, number, weight } = useFormat()
  const state = stateFor(row.status)
  return (
    <>
      <div className="hero">
        <span className="big num">{weight(row.weight)}</span>
        <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? row.status.statusName)} />
      </div>
      <Quoted title={words.remarks}>{row.approverComment}</Quoted>
      <Stake
        label={words.tranche}
        title={row.status.id === 1 ? words.hasShared : isRejected(row) ? words.wouldShare : words.willShare}
        amount={money(row.pool)}
        facts={[
          [words.miller, `${row.miller} (${row.millerCode})`],
          [words.bags, number(row.bags)],
          [words.rate, money(row.rate)],
          [words.lender, row.shareData ? words.kpcu : words.bank],
        ]}
      />
      <ConsentLine consent={row.consent} />
    </>
  )
}

/** Above the outturns of one record: what it is worth. */
function Worth({ id }: { id: string }) {
  const { data } = useCall(parchment.calls.one, { params: { id } })
  return (
    data && (
      <div className="card pad parchment-record">
        <ParchmentLead row={data} />
      </div>
    )
  )
}

function Amend({ id }: { id: string }) {
  const words = useWords().parchment
  const [amending, setAmending] = useState(false)
  const { data } = useCall(parchment.calls.one, { params: { id } })
  return (
    data?.steps['amend'] === null && (
      <>
        <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAmending(true)}>
          {words.amend}
        </Button>
        {amending && <AmendDialog row={data} onClose={() => setAmending(false)} />}
      </>
    )
  )
}

function useFacts() {
  const words = useWords()
  const { weight, money, dateTime } = useFormat()
  return (row: Parchment) => [
    { title: words.parchment.weight, value: weight(row.weight) },
    { title: words.parchment.tranche, value: money(row.pool) },
    { title: words.uploads.date, value: dateTime(row.created) },
  ]
}

/** CCARF parchment records: from the society through the named miller to the second tranche. */
export const parchmentView = viewUpload(parchment, {
  title: (record) => record.coffeeId || record.fileName,
  leads: ['weight', 'miller', 'rate', 'pool'],
  rowTitle: (row) => row.outturn,
  labels: ({ parchment: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.weight,
    rows: words.outturns,
    back: words.all,
    none: words.none,
    sub: words.sub,
  }),
  questions: { Box: ParchmentQuestions, initial: { millerCode: '', ...notShared }, refused: wordingChanged },
  take: {
    reject: (row, input) =>
      call(parchment.calls.decline, { body: { ...decisionBody(row, input), final: true }, idempotencyKey: input.key }),
  },
  forms: { amend: AmendDialog },
  useFacts,
  Lead: ParchmentLead,
  Above: Worth,
  RowsActions: Amend,
})
