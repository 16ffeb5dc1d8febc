import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { outturnNumber } from '#contract/house/outturns.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { outturns, type Outturn } from '#contract/outturns/outturns.ts'
import { timelines } from '#contract/outturns/timeline.ts'
import { CoffeeTimeline } from '#client/kit/timelines/CoffeeTimeline.tsx'
import { download } from '#client/kit/download.ts'
import { businessToday } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { WorkbookButton } from '#client/kit/WorkbookButton.tsx'
import { Balance } from './Balance.tsx'
import { OutturnStages } from './OutturnStages.tsx'
import './outturns.css'

/** One outturn on one page: the cherry behind it, its parchment, its grades, where they went, and what was lost on the way. */
export function OutturnScreen() {
  const words = useWords().outturns
  const { outturn, season } = useSearch({ from: '/inside/trade/outturn' })
  const named = outturn && season ? { outturn, season } : null
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{named ? words.of(named.outturn, named.season) : words.title}</h1>
          <p className="sub">{words.sub}</p>
        </div>
      </header>
      <FindOutturn key={`${outturn} ${season}`} outturn={outturn ?? ''} season={season} />
      {named ? <Found named={named} /> : <p className="card pad faint">{words.none}</p>}
    </div>
  )
}

type Named = { outturn: string; season: string }

function Found({ named }: { named: Named }) {
  const { data, error, refetch } = useCall(outturns.page, { query: named })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  return data ? <Whole outturn={data} named={named} /> : <ListSkeleton />
}

function Whole({ outturn, named }: { outturn: Outturn; named: Named }) {
  const words = useWords().outturns
  const user = useUser()
  const translate = useContractWords()
  const way = useCall(timelines.outturn, { query: named })
  const exported = outturn.cherry !== null && may(user, outturns.plots.allow)
  return (
    <>
      <p className="outturn-facts">
        {words.facts(outturn.week, outturn.millLetters)}
        {outturn.phase && ` ${words.phases(translate(outturn.phase))}`}
      </p>
      <CoffeeTimeline read={way} />
      <Balance rows={outturn.balance} />
      <OutturnStages outturn={outturn} />
      {exported && (
        <section className="card pad part" aria-label={words.plots.title}>
          <h2 className="part-title">{words.plots.title}</h2>
          <p>{words.plots.help(outturn.cherry?.mapped ?? 0, outturn.cherry?.members ?? 0)}</p>
          <div className="page-actions">
            <Button
              variant="default"
              leftSection={<IconMapPin size={16} aria-hidden />}
              onClick={() => void download(outturns.plots, { query: named })}
            >
              {words.plots.geojson}
            </Button>
            <WorkbookButton label={words.plots.summary} save={() => download(outturns.summary, { query: named })} />
          </div>
        </section>
      )}
    </>
  )
}

/** An outturn number is one outturn of a season: both are asked for. */
function FindOutturn({ outturn, season }: { outturn: string; season: string | undefined }) {
  const words = useWords().outturns.find
  const translate = useContractWords()
  const navigate = useNavigate()
  const current = seasonOfDate(businessToday())
  const seasons = [current, seasonBefore(current), seasonBefore(seasonBefore(current))]
  const [number, setNumber] = useState(outturn)
  const [of, setOf] = useState(season ?? current)
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = outturnNumber().read(number.trim(), { year: 9999, lists: {} })
    if (typeof read !== 'string') return setProblem(translate(read.message))
    void navigate({ to: '/trade/outturn', search: { outturn: read, season: of } })
  }
  return (
    <form className="outturn-find" onSubmit={submit} noValidate>
      <TextInput
        label={words.outturn}
        value={number}
        error={problem}
        placeholder="08TH0123"
        onChange={(event) => {
          setNumber(event.currentTarget.value)
          setProblem('')
        }}
        autoComplete="off"
        spellCheck={false}
        maxLength={12}
      />
      <NativeSelect
        label={words.season}
        value={of}
        data={seasons.includes(of) ? seasons : [of, ...seasons]}
        onChange={(event) => setOf(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
        {words.submit}
      </Button>
    </form>
  )
}
