import { balanceNotes } from '#contract/outturns/kilogramBalance.ts'
import type { Outturn } from '#contract/outturns/outturns.ts'
import { useFormat } from '#client/kit/format.ts'
import { PlainRows } from '#client/kit/PlainTable.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

type Row = Outturn['balance'][number]
// What only is not finished yet is no reason to look twice.
const isUsual = (note: Row['note']) => note === 'not_catalogued' || note === 'not_sold'

/** The kilograms of an outturn from stage to stage, with what does not add up. */
export function Balance({ rows }: { rows: readonly Row[] }) {
  const words = useWords().outturns.balance
  const translate = useContractWords()
  const { weight, number } = useFormat()
  return (
    <PlainRows
      title={words.title}
      none={words.none}
      rows={rows.map((row) => ({ ...row, id: row.stage }))}
      columns={[
        { title: words.stage, strong: true, renderCell: ({ stage }) => words.stages[stage] },
        { title: words.went, right: true, renderCell: ({ went }) => weight(went) },
        { title: words.came, right: true, renderCell: ({ came }) => weight(came) },
        { title: words.loss, right: true, renderCell: ({ loss }) => weight(loss) },
        { title: words.share, right: true, renderCell: ({ share }) => `${number(share)} %` },
        {
          title: words.note,
          renderCell: ({ note }) =>
            note === null ? (
              <Status tone="good" label={words.closes} />
            ) : (
              <Status tone={isUsual(note) ? 'info' : 'waiting'} label={translate(balanceNotes[note])} />
            ),
        },
      ]}
    />
  )
}
