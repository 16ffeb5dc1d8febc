import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { factoryDays } from '#contract/deliveries/factoryDay.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useLanguage, useWords } from '#client/kit/words.ts'
import type { Entry } from './entries.ts'
import { bookOf, differenceOf, expectedOf, keepExpected, waitingOf } from './weighingBook.ts'

type FactoryDayProps = { factoryId: string; deliveredOn: string; entries: readonly Entry[] }

/** The day of a factory: what was entered for it by anybody, beside the total of the weighing book, and the sheet for the file. */
export function FactoryDay({ factoryId, deliveredOn, entries }: FactoryDayProps) {
  const words = useWords().cherry.factoryDay
  const { weight, number, date } = useFormat()
  const language = useLanguage()
  const [expected, setExpected] = useState(() => expectedOf(factoryId, deliveredOn))
  const [printing, setPrinting] = useState(false)
  // Each delivery that is saved here is one more in the sum of the server.
  const saved = entries
    .filter(({ state }) => state === 'saved')
    .map(({ id, version }) => `${id} ${version}`)
    .join()
  const query = { factoryId, deliveredOn }
  const day = useCall(factoryDays.day, { query }, { staleTime: 0, refetchInterval: everyMs })
  const { data, refetch } = day
  // What has just been saved is in neither sum until the server has counted it: no difference is shown meanwhile.
  const [counting, setCounting] = useState(false)
  const known = useRef(saved)
  useEffect(() => {
    if (known.current === saved) return
    known.current = saved
    setCounting(true)
    void refetch().finally(() => setCounting(false))
  }, [saved, refetch])
  const waiting = waitingOf(entries, factoryId, deliveredOn)
  const entered = (data?.kilograms ?? 0) + waiting
  const difference = data && !counting ? differenceOf(entered, expected) : null
  // A factory that this device remembers, and that is no more.
  if (day.error?.code === 'record.not_found') return null
  const print = async () => {
    setPrinting(true)
    const total = bookOf(expected)
    const book = total === null ? {} : { expectedKg: total }
    const sheet = factoryDays.sheet as Endpoint & { answer: { binary: 'pdf' } } // border: its answer is that paper
    await download(sheet, { query: { ...query, ...book, language } } as object)
    setPrinting(false)
  }
  return (
    <section className="card factory-day" aria-label={words.title}>
      <h2>{words.heading(data?.factoryName ?? '…', date(deliveredOn))}</h2>
      <dl>
        <div>
          <dt>{words.entered}</dt>
          <dd className="num">{data ? weight(entered) : '–'}</dd>
        </div>
        <div>
          <dt>{words.deliveries}</dt>
          <dd className="num">{data ? words.count(number(data.deliveries), number(data.members)) : '–'}</dd>
        </div>
      </dl>
      <TextInput
        label={words.expected}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={expected}
        rightSection={<span className="unit">kg</span>}
        onChange={(event) => {
          // Many keyboards have a comma where the point should be.
          const typed = event.currentTarget.value.replace(',', '.')
          if (!/^\d*\.?\d{0,3}$/.test(typed)) return
          setExpected(typed)
          keepExpected(factoryId, deliveredOn, typed)
        }}
      />
      <p role="status" className={difference === 0 ? 'is-equal' : 'is-different'}>
        {difference !== null && (
          <>
            {difference === 0 ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}{' '}
            {difference === 0
              ? words.equal
              : difference < 0
                ? words.missing(weight(-difference))
                : words.tooMuch(weight(difference))}
          </>
        )}
      </p>
      <Button
        variant="default"
        loading={printing}
        disabled={!data || waiting > 0}
        title={waiting > 0 ? words.sendFirst : undefined}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void print()}
      >
        {words.print}
      </Button>
    </section>
  )
}

/** Others may enter for the same factory. */
const everyMs = 60_000
