import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { eslipPapers } from '#contract/settlement/eslipPapers.ts'
import { eslip, eslipFlow, legStates, type Eslip } from '#contract/settlement/eslips.ts'
import { legKinds } from '#contract/settlement/eslipMoney.ts'
import { basisIn } from '#contract/settlement/legBasis.ts'
import { stateFor } from '#client/kit/decisions/decisions.ts'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { Status } from '#client/kit/Status.tsx'
import { SlipChain } from './SlipChain.tsx'
import { useContractWords, useLanguage, useWords } from '#client/kit/words.ts'

/** What the grower gets, and every part of the proceeds with its reason and how far its payment has come. */
function EslipLead({ row }: { row: Eslip }) {
  const words = useWords().settlement
  const translate = useContractWords()
  const language = useLanguage()
  const format = useFormat()
  const { status, net, gross, weight, price, legs, shares } = row
  const state = stateFor(status, eslipFlow)
  const shown = net ?? gross
  return (
    <>
      <div className="hero">
        <span className="big">{shown === null ? format.weight(weight) : format.money(shown, 'USD')}</span>
        <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? status.statusName} />
      </div>
      {price !== null && gross !== null && (
        <p className="faint">
          {words.fetched(format.weight(weight), format.money(price, 'USD'), format.money(gross, 'USD'))}
        </p>
      )}
      {legs.length > 0 && (
        <PlainRows
          title={words.legs}
          rows={legs.map((leg, at) => ({ id: String(at), ...leg }))}
          none={words.noLegs}
          columns={[
            {
              title: words.leg,
              strong: true,
              renderCell: ({ kind, payeeName, basis, reason }) => (
                <>
                  {translate(legKinds[kind].label)}
                  {[payeeName, basisIn(language, basis), translate(reason)].filter(Boolean).map((text) => (
                    <div key={text} className="faint">
                      {text}
                    </div>
                  ))}
                </>
              ),
            },
            { title: words.dollars, right: true, renderCell: ({ amount }) => format.money(amount, 'USD') },
            {
              title: words.state,
              renderCell: ({ status: leg }) => <Status {...legStates[leg]} />,
            },
          ]}
        />
      )}
      {row.paidOn !== null && <SlipChain eslipId={row.id} />}
      {shares.length > 1 && (
        <PlainRows
          title={words.sharesOfGrowers}
          rows={shares.map((share) => ({ id: share.growerCode, ...share }))}
          none=""
          columns={[
            { title: words.grower, strong: true, renderCell: ({ growerName }) => growerName },
            { title: words.weight, right: true, renderCell: (share) => format.weight(share.weight) },
            { title: words.net, right: true, renderCell: (share) => format.money(share.net, 'USD') },
          ]}
        />
      )}
    </>
  )
}

/** The e-slip on paper, for who may know what is left of the lot. */
function EslipPaper({ row }: { row: Eslip }) {
  const words = useWords().settlement
  const language = useLanguage()
  if (row.net === null) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => void download(eslipPapers.download, { params: { id: row.id }, query: { language } })}
    >
      {words.paper}
    </Button>
  )
}

/** How e-slips are listed, and how paid coffee is released. */
export const eslipView = viewRecord(eslip, {
  title: ({ eslipNumber }) => eslipNumber,
  Lead: EslipLead,
  Documents: EslipPaper,
  leads: ['net', 'gross', 'price', 'weight'],
})
