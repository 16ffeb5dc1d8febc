import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPencil, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { cherryRate, type CherryRate } from '#contract/rates/cherryRates.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { pagesOf, rowsOf } from '#client/kit/lists/listAnswer.ts'
import { PageLinks } from '#client/kit/lists/Pager.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

const size = 5

/** The rates that price cherry today, five at a time, each with its Edit for who may propose another. */
export function RatesInForce({ onEdit }: { onEdit?: (rate: CherryRate) => void }) {
  const words = useWords().rates
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [page, setPage] = useState(0)
  const query = { paginate: 'Y', page, size, search, sort: 'organisationName' } as const
  const approved = useCall(cherryRate.calls.approved, { query }, { placeholderData: (before) => before })
  if (approved.isPending) return <ListSkeleton />
  if (approved.isError)
    return (
      <div className="card">
        <NotLoaded refused={approved.error} onReload={() => void approved.refetch()} />
      </div>
    )
  const { data } = approved
  const [rates, pages] = [rowsOf(data), pagesOf(data)]
  if (rates.length === 0 && search === '' && typed === '')
    return (
      <p className="card pad faint rates-in-force" role="status">
        {words.none}
      </p>
    )
  return (
    <section className="card table-card rates-in-force" aria-label={words.inForce}>
      <div className="rates-head">
        <h2>{words.inForce}</h2>
        <TextInput
          aria-label={words.find}
          placeholder={words.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPage(0)
          }}
        />
      </div>
      <table className="grid" aria-label={words.inForce}>
        <thead>
          <tr>
            <th scope="col">{words.society}</th>
            <th scope="col" className="right">
              {words.rate}
            </th>
            {onEdit && (
              <th scope="col">
                <span className="sr">{words.acts}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <Row key={rate.id} rate={rate} {...(onEdit ? { onEdit } : {})} />
          ))}
        </tbody>
      </table>
      {rates.length === 0 && (
        <p className="pad faint" role="status">
          {words.notFound}
        </p>
      )}
      {pages > 1 && (
        <nav className="pager" aria-label={words.inForce}>
          <PageLinks total={pages} page={page} onPage={setPage} />
        </nav>
      )}
    </section>
  )
}

function Row({ rate, onEdit }: { rate: CherryRate; onEdit?: (rate: CherryRate) => void }) {
  const words = useWords().rates
  const { money } = useFormat()
  return (
    <tr>
      <td>
        <span className="strong">{rate.organisationName}</span>{' '}
        <span className="code">{rate.organisation.organisationCode}</span>
      </td>
      <td className="num right">{money(rate.rate)}</td>
      {onEdit && (
        <td className="right">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={words.editOf(rate.organisationName)}
            onClick={() => onEdit(rate)}
          >
            {words.edit}
          </Button>
        </td>
      )}
    </tr>
  )
}
