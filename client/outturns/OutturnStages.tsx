import type { ReactNode } from 'react'
import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { dispatchRecordFlow } from '#contract/dispatch/dispatchFlow.ts'
import type { Workflow } from '#contract/kit/workflow.ts'
import { stateOf } from '#contract/kit/workflow.ts'
import type { Outturn } from '#contract/outturns/outturns.ts'
import { parchmentFlow } from '#contract/parchment/parchmentFlow.ts'
import { useFormat } from '#client/kit/format.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** The records of an outturn, stage by stage, each with who took it on and when. */
export function OutturnStages({ outturn }: { outturn: Outturn }) {
  const words = useWords().outturns
  const { date, number, weight } = useFormat()
  const { cherry, parchment, dispatched, lots, growers, miller } = outturn
  return (
    <>
      <Stage title={words.cherry.title} of={growers.map(({ organisationName }) => organisationName).join(', ')}>
        {cherry ? (
          <p className="card pad">
            {words.cherry.says({
              kilograms: weight(cherry.kilograms),
              approved: weight(cherry.approvedKg),
              members: number(cherry.members),
              from: date(cherry.from),
              to: date(cherry.to),
            })}
          </p>
        ) : (
          <p className="card pad faint">{words.cherry.hidden}</p>
        )}
      </Stage>
      <Stage title={words.parchment} of={miller?.organisationName}>
        <PlainRows
          title={words.parchment}
          none={words.noParchment}
          rows={parchment}
          columns={[
            { title: words.grade, strong: true, renderCell: ({ grade }) => grade },
            { title: words.bags, right: true, renderCell: ({ bags }) => number(bags) },
            { title: words.kilograms, right: true, renderCell: ({ kilograms }) => weight(kilograms) },
            { title: words.status, renderCell: (row) => <State flow={parchmentFlow} status={row.status} /> },
            { title: words.who, renderCell: (row) => <Steps row={row} /> },
          ]}
        />
      </Stage>
      <Stage title={words.dispatched}>
        <PlainRows
          title={words.dispatched}
          none={words.noDispatch}
          rows={dispatched}
          columns={[
            { title: words.grade, strong: true, renderCell: (row) => withSplit(row) },
            { title: words.warehouse, renderCell: ({ warehouse }) => warehouse.organisationName },
            { title: words.sale, right: true, renderCell: ({ saleNumber }) => number(saleNumber) },
            { title: words.sent, right: true, renderCell: ({ dispatchedKg }) => weight(dispatchedKg) },
            { title: words.received, right: true, renderCell: ({ kilograms }) => weight(kilograms) },
            { title: words.status, renderCell: (row) => <State flow={dispatchRecordFlow} status={row.status} /> },
            { title: words.who, renderCell: (row) => <Steps row={row} /> },
          ]}
        />
      </Stage>
      <Stage title={words.lots}>
        <PlainRows
          title={words.lots}
          none={words.noLots}
          rows={lots}
          columns={[
            { title: words.lot, strong: true, renderCell: ({ lotNumber }) => lotNumber },
            { title: words.grade, renderCell: (row) => withSplit(row) },
            { title: words.broker, renderCell: ({ broker }) => broker.organisationName },
            { title: words.sale, right: true, renderCell: ({ saleNumber }) => number(saleNumber) },
            { title: words.kilograms, right: true, renderCell: ({ kilograms }) => weight(kilograms) },
            { title: words.status, renderCell: (row) => <State flow={catalogueRecordFlow} status={row.status} /> },
            { title: words.who, renderCell: (row) => <Steps row={row} /> },
          ]}
        />
      </Stage>
    </>
  )
}

const withSplit = ({ grade, splitNumber }: { grade: string; splitNumber: number | string | null }) =>
  splitNumber ? `${grade} / ${splitNumber}` : grade

function Stage({ title, of, children }: { title: string; of?: string | undefined; children: ReactNode }) {
  return (
    <section className="outturn-stage" aria-label={title}>
      <h2 className="part-title">
        {title}
        {of && <span className="faint"> {of}</span>}
      </h2>
      {children}
    </section>
  )
}

function State({ flow, status }: { flow: Workflow; status: Outturn['lots'][number]['status'] }) {
  const translate = useContractWords()
  const state = flow.states[stateOf(flow, status.id) ?? '']
  return <Status tone={state?.tone ?? 'neutral'} label={translate(state?.label ?? status.statusName)} />
}

function Steps({ row: { sent, decided } }: { row: Pick<Outturn['lots'][number], 'sent' | 'decided'> }) {
  const words = useWords().outturns
  const { date } = useFormat()
  return (
    <>
      <span className="outturn-step">{words.sentBy(sent.by, date(sent.at))}</span>
      {decided && <span className="outturn-step faint">{words.decidedBy(decided.by, date(decided.at))}</span>}
    </>
  )
}
