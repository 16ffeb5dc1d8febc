import type { ReactNode } from 'react'
import type { ChainPart, LineChain } from '#contract/statements/chains.ts'
import { useFormat } from '../format.ts'
import { PlainRows } from '../PlainTable.tsx'
import { useWords } from '../words.ts'

type ChainPartsProps = {
  chain: Omit<LineChain, 'lineId'>
  /** The way to the e-slip of a lot, for who may read it. */
  renderLink?: (eslipId: string) => ReactNode
}

/** What a payment for cherry came to, and every lot, deal and other money that its shillings came from. */
export function ChainParts({ chain, renderLink }: ChainPartsProps) {
  const words = useWords().chains
  const { exchangeRate, money, number, weight } = useFormat()
  const nameOf = ({ source, says, lotNumber, saleNumber, season }: ChainPart) =>
    source === 'LOT' ? words.lot(lotNumber, `${number(saleNumber ?? 0)}, ${season}`) : says || words.kinds[source]
  return (
    <>
      <p>{words.byRate(weight(chain.weight), money(chain.rate))}</p>
      <p>
        {words.sums(
          money(chain.total + chain.bonus),
          money(chain.deducted + chain.recovered + chain.leftOver),
          money(chain.paid),
        )}
      </p>
      <PlainRows<ChainPart & { id: string }>
        title={words.sources}
        none={words.none}
        rows={chain.parts.map((part, at) => ({ id: String(at), ...part }))}
        columns={[
          {
            title: words.source,
            strong: true,
            renderCell: (part) => (
              <>
                {nameOf(part)}
                {part.source === 'LOT' && <div className="faint">{words.ofOutturn(part.outturn, part.grade)}</div>}
                {part.eslipNumber !== '' && <div className="faint code">{part.eslipNumber}</div>}
              </>
            ),
          },
          { title: words.net, right: true, renderCell: ({ net }) => (net === null ? '–' : money(net, 'USD')) },
          {
            title: words.through,
            renderCell: ({ dealCode, rate }) => (rate === null ? '–' : words.at(dealCode, exchangeRate(rate))),
          },
          {
            title: words.dollars,
            right: true,
            renderCell: ({ source, dollars, shillings }) => (
              <>
                {source !== 'SHILLINGS' && money(dollars, 'USD')}
                <div className="faint">{money(shillings)}</div>
              </>
            ),
          },
          { title: words.part, right: true, renderCell: ({ part }) => <b>{money(part)}</b> },
        ]}
        {...(renderLink
          ? { acts: words.eslip, renderActs: ({ eslipId }) => (eslipId === null ? null : renderLink(eslipId)) }
          : {})}
      />
    </>
  )
}
