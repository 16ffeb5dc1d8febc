import { IconBuildingWarehouse, IconCoffee, IconGavel, IconLeaf, IconTag, type TablerIcon } from '@tabler/icons-react'
import { stockDetailList, type StockDetail } from '#contract/stock/stockRows.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { RecordFacts } from '#client/kit/review/RecordFacts.tsx'
import { useWords, type Words } from '#client/kit/words.ts'
import '#client/kit/decisions/decisions.css'

type CardName = keyof Words['stock']['cards']
type Card = {
  name: CardName
  Icon: TablerIcon
  keys: readonly (keyof StockDetail)[]
  reached: (part: StockDetail) => boolean
}

// In the order in which coffee comes to them. Source: specification 3, stock details per outturn.
const cards: readonly Card[] = [
  {
    name: 'parchment',
    Icon: IconLeaf,
    keys: ['grower_OUTTURN_NUMBER', 'parchment_OUTTURN_NUMBER', 'patchment_grade', 'weight', 'miller_NAME'],
    reached: () => true,
  },
  {
    name: 'clean',
    Icon: IconCoffee,
    keys: ['clean_grade', 'clean_coffee_weight', 'split_NUMBER', 'split_weight'],
    reached: ({ clean_grade }) => clean_grade !== null,
  },
  {
    name: 'warehouse',
    Icon: IconBuildingWarehouse,
    keys: ['warehouse_name', 'warehouse_location', 'delivery_date', 'warrant_NUMBER'],
    reached: ({ warehouse_name }) => warehouse_name !== null,
  },
  {
    name: 'lot',
    Icon: IconTag,
    keys: ['broker_name', 'lot_NUMBER', 'lot_weight', 'reserve_PRICE', 'sale_NUMBER'],
    reached: ({ lot_NUMBER }) => lot_NUMBER !== null,
  },
  {
    name: 'auction',
    Icon: IconGavel,
    keys: ['sale_NUMBER', 'weight_BOUGHT', 'price', 'buyer_name', 'invoice_NUMBER', 'eslip_NUMBER'],
    reached: ({ eslip_NUMBER }) => eslip_NUMBER !== null,
  },
]

const withCode = (name: string | null, code: string | null) => (code === null ? name : `${name} (${code})`)
const cells: Cells<StockDetail> = {
  miller_NAME: ({ miller_NAME, miller_CODE }) => withCode(miller_NAME, miller_CODE),
  broker_name: ({ broker_name, broker_code }) => withCode(broker_name, broker_code),
  buyer_name: ({ buyer_name, buyer_code }) => withCode(buyer_name, buyer_code),
}
const listOf = (keys: Card['keys']) => ({
  ...stockDetailList,
  columns: stockDetailList.columns.filter(({ key }) => keys.includes(key)),
})

/** The five stages of one part, each as far as it has come. */
export function StockCards({ part }: { part: StockDetail }) {
  const words = useWords().stock
  return (
    <div className="stock-cards">
      {cards.map(({ name, Icon, keys, reached }) => (
        <section key={name} className="card stock-card" aria-label={words.cards[name]}>
          <h3>
            <Icon size={18} stroke={1.7} aria-hidden /> {words.cards[name]}
          </h3>
          {reached(part) ? (
            <RecordFacts list={listOf(keys)} row={part} decisions={undefined} isLed={false} cells={cells} />
          ) : (
            <p className="faint">{words.notYet[name]}</p>
          )}
        </section>
      ))}
    </div>
  )
}
