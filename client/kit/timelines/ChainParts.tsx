import type { ReactNode } from 'react'
import type { ChainPart, LineChain } from '#contract/statements/chains.ts'
import { useFormat } from '../format.ts'
import { useWords } from '../words.ts'
import { AmountRows } from './AmountRows.tsx'

type ChainPartsProps = {
  chain: Omit<LineChain, 'lineId'>
  /** The way to the e-slip of a lot, for who may read it. */
  renderLink?: (eslipId: string, name: string) => ReactNode
}

/** What a payment for cherry came to, and every lot, deal and other money that its shillings came from. */
export function ChainParts({ chain, renderLink }: ChainPartsProps) {
  const words = useWords().chains
  const { exchangeRate, money, number, weight } = useFormat()
  const nameOf = ({ source, says, lotNumber, saleNumber, season }: ChainPart) =>
    source === 'LOT' ? words.lot(lotNumber, `${number(saleNumber ?? 0)}, ${season}`) : says || words.kinds[source]
  const noteOf = ({ source, outturn, grade, eslipNumber, gross, net, dealCode, rate, dollars, shillings }: ChainPart) =>
    [
      source === 'LOT' && `${outturn} ${grade} · ${eslipNumber}`,
      gross !== null && net !== null && words.brought(money(gross, 'USD'), money(net, 'USD')),
      rate !== null && words.through(money(dollars, 'USD'), dealCode, exchangeRate(rate), money(shillings)),
    ]
      .filter(Boolean)
      .join('. ')
  return (
    <section className="chain" aria-label={words.sources}>
      <p>
        {words.byRate(weight(chain.weight), money(chain.rate))}{' '}
        {words.sums(money(chain.total + chain.bonus), money(chain.deducted + chain.recovered), money(chain.paid))}
        {chain.leftOver > 0 && ` ${words.leftOver(money(chain.leftOver))}`}
      </p>
      <h3 className="part-title">{words.sources}</h3>
      {chain.parts.length === 0 ? (
        <p className="faint">{words.none}</p>
      ) : (
        <dl className="amount-steps">
          <AmountRows
            rows={chain.parts.map((part) => {
              const name = nameOf(part)
              return {
                name: part.eslipId !== null && renderLink ? renderLink(part.eslipId, name) : <b>{name}</b>,
                note: noteOf(part),
                value: money(part.part),
              }
            })}
          />
        </dl>
      )}
    </section>
  )
}
