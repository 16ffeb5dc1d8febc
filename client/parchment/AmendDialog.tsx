import { Alert, Button, Group, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { parchmentGrades } from '#contract/parchment/parchmentFile.ts'
import { parchment, type Parchment, type ParchmentRow } from '#contract/parchment/parchments.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { inOneLine } from '#client/kit/forms/inOneLine.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { pagesOf, rowsOf } from '#client/kit/lists/listAnswer.ts'
import { PageLinks } from '#client/kit/lists/Pager.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './parchment.css'

type Values = { commodity: string; totalBags: string; netWeight: string; season: string }
const valuesOf = ({ commodity, totalBags, netWeight, season }: ParchmentRow): Values => ({
  commodity,
  totalBags: String(totalBags),
  netWeight: String(netWeight),
  season,
})
const size = 10

type AmendProps = { row: Pick<Parchment, 'id' | 'version' | 'fileName'>; onClose: () => void }

/** Amends outturns of a record that was referred back, with remarks. Only rows that were changed are sent. */
export function AmendDialog({ row: record, onClose }: AmendProps) {
  const words = useWords().parchment
  const translate = useContractWords()
  const [page, setPage] = useState(0)
  const [changed, setChanged] = useState<Record<string, Values>>({})
  const [remarks, setRemarks] = useState('')
  const [problem, setProblem] = useState<string>()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const query = { paginate: 'Y', page, size } as const
  const rowsCall = useCall(parchment.calls.rows, { params: { id: record.id }, query })
  const act = useAct(parchment.calls.amend, {
    onDone: onClose,
    onRefused: (refused) => {
      const { fields } = refused.details
      setWrong(typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {})
      setProblem(refused.message)
      return true
    },
  })
  const [rows, pages] = [rowsOf(rowsCall.data), pagesOf(rowsCall.data)]
  const set = (row: ParchmentRow, part: Partial<Values>) => {
    setChanged((all) => ({ ...all, [row.rowid]: { ...(all[row.rowid] ?? valuesOf(row)), ...part } }))
    setWrong({})
  }
  const send = () => {
    const data = Object.entries(changed).map(([rowid, values]) => ({ rowid, ...values }))
    if (remarks.trim() === '') return setProblem(words.remarksMissing)
    if (data.length === 0) return setProblem(words.nothingChanged)
    setProblem(undefined)
    act.mutate({ body: { id: record.id, version: record.version, approverComment: remarks.trim(), data } })
  }
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} size={720} title={words.amendTitle(record.fileName)}>
      <div className="step-form">
        <p className="faint">{words.amendHint}</p>
        {rowsCall.isPending && <ListSkeleton />}
        {rowsCall.isError && <NotLoaded refused={rowsCall.error} onReload={() => void rowsCall.refetch()} />}
        <ul className="amend-rows">
          {rows.map((row) => (
            <li key={row.rowid}>
              <AmendRow
                row={row}
                values={changed[row.rowid] ?? valuesOf(row)}
                problemOf={(name) => {
                  const message = wrong[`${row.rowid}.${name}`]
                  return message && translate(message)
                }}
                onChange={(part) => set(row, part)}
              />
            </li>
          ))}
        </ul>
        {pages > 1 && <PageLinks total={pages} page={page} onPage={setPage} />}
        <Textarea
          label={words.remarks}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={remarks}
          onChange={(event) => setRemarks(inOneLine(event.currentTarget.value))}
        />
        {problem && (
          <Alert className="al" color="red" role="alert">
            {translate(problem)}
          </Alert>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={act.isPending} onClick={send}>
            {words.amend}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

type RowProps = {
  row: ParchmentRow
  values: Values
  problemOf: (name: keyof Values) => string | undefined
  onChange: (part: Partial<Values>) => void
}

function AmendRow({ row, values, problemOf, onChange }: RowProps) {
  const words = useWords().parchment
  const text = (name: 'totalBags' | 'netWeight' | 'season') => ({
    label: words.values[name],
    value: values[name],
    error: problemOf(name),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <fieldset>
      <legend className="code">{row.outturn}</legend>
      <Select
        label={words.values.commodity}
        data={[...parchmentGrades]}
        allowDeselect={false}
        value={values.commodity}
        error={problemOf('commodity')}
        onChange={(commodity) => onChange({ commodity: commodity ?? values.commodity })}
      />
      <TextInput {...text('totalBags')} inputMode="numeric" />
      <TextInput {...text('netWeight')} inputMode="decimal" />
      <TextInput {...text('season')} />
    </fieldset>
  )
}
