import './developers.css'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, type KeyboardEvent } from 'react'
import type { OpenApi } from '#contract/kit/schemas.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useWords } from '#client/kit/words.ts'
import { areaTitle, callsOf, documentQuery, matching, methods, type ApiCall } from './apiCalls.ts'
import { CallDetails } from './CallDetails.tsx'
import { Method, Path } from './Method.tsx'

type Search = { search?: string; method?: string; call?: string }
const to = '/developers/api'

/** The reference of all calls, made of the declared contract, with examples and, in the demo, a way to try them. */
export function ApiScreen() {
  const words = useWords().developers
  const { data, error, refetch } = useQuery(documentQuery)
  const { call }: Search = useSearch({ strict: false })
  return (
    <div className="page wide" data-open={call ? 'Y' : undefined}>
      <div className="page-head">
        <div>
          <h1>{words.title}</h1>
          <p className="sub">
            {words.intro} <a href="/api/openapi.json">openapi.json</a>
          </p>
        </div>
      </div>
      {data ? (
        <Reference document={data} />
      ) : (
        <div className="card">
          {error ? <NotLoaded refused={error} onReload={() => void refetch()} /> : <ListSkeleton />}
        </div>
      )}
    </div>
  )
}

function Reference({ document }: { document: OpenApi }) {
  const words = useWords().developers
  const navigate = useNavigate()
  const { search = '', method, call }: Search = useSearch({ strict: false })
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])
  const calls = callsOf(document)
  const found = matching(calls, { search, method })
  // One stop for the Tab key: the arrow keys move through the calls.
  const first = (found.find(({ id }) => id === call) ?? found[0])?.id
  const open = calls.find(({ id }) => id === call)
  const change = (next: Search) =>
    void navigate({ to, search: (before: Search) => ({ ...before, ...next }), replace: true })
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const all = links()
    const at = all.findIndex((link) => link === event.target)
    const next = all[at + step]
    if (next) next.focus()
    else if (step < 0) input.current?.focus()
  }
  return (
    <div className={open ? 'api open' : 'api'}>
      <section className="card api-list" aria-label={words.list}>
        <div className="api-find">
          <TextInput
            ref={input}
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') links()[0]?.click()
              onKeyDown(event)
            }}
          />
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={words.method}
            data={[{ value: '', label: words.all }, ...methods]}
            value={methods.find((one) => one === method) ?? ''}
            onChange={(value) => change({ method: value })}
          />
          <p className="faint num" role="status">
            {words.count(found.length, calls.length)}
          </p>
        </div>
        <nav aria-label={words.calls} ref={list}>
          {[...Map.groupBy(found, ({ area }) => area)].map(([area, some]) => (
            <section key={area}>
              <h2 lang="en">{areaTitle(area)}</h2>
              <ul>
                {some.map((one) => (
                  <CallLink
                    key={one.id}
                    call={one}
                    current={one.id === call}
                    first={one.id === first}
                    onKeyDown={onKeyDown}
                  />
                ))}
              </ul>
            </section>
          ))}
          {found.length === 0 && (
            <p className="api-none">
              {words.none}{' '}
              <button type="button" onClick={() => change({ search: '', method: '' })}>
                {words.reset}
              </button>
            </p>
          )}
        </nav>
      </section>
      {open ? (
        <CallDetails key={open.id} call={open} refusals={document['x-refusals']} />
      ) : (
        <section className="card pad api-start" aria-label={words.start}>
          <h2>{words.start}</h2>
          <ol>
            {words.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="faint">{words.keys}</p>
        </section>
      )}
    </div>
  )
}

type CallLinkProps = { call: ApiCall; current: boolean; first: boolean; onKeyDown: (event: KeyboardEvent) => void }

function CallLink({ call, current, first, onKeyDown }: CallLinkProps) {
  const { id, method, path, operation } = call
  return (
    <li>
      <Link
        to={to}
        search={(before: Search) => ({ ...before, call: id })}
        preload={false}
        tabIndex={first ? 0 : -1}
        onKeyDown={onKeyDown}
        aria-current={current ? 'true' : undefined}
        lang="en"
      >
        <Method name={method} />
        <span>
          {operation.summary}
          <Path text={path} />
        </span>
      </Link>
    </li>
  )
}
