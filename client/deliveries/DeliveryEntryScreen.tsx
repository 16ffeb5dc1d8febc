import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp, IconListDetails, IconWifiOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { call } from '#client/kit/call.ts'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { queryClient, showRefusal } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useSeasonsCall } from './deliveryCalls.ts'
import { DisclaimerCheck, useDisclaimer } from './DisclaimerCheck.tsx'
import { totalsOf, type Entry } from './entries.ts'
import { EntryLine } from './EntryLine.tsx'
import { EntryList } from './EntryList.tsx'
import { FactoryDay } from './FactoryDay.tsx'
import { startSitting, useEntryQueue, type Link as Sending } from './entryStore.ts'
import { disclaimerQuery, followNetwork, sendNow, wakeSender } from './sendEntries.ts'
import { useEntryLine } from './useEntryLine.ts'
import './deliveries.css'

/** Fast entry for a weighing clerk: one delivery on a line, kept on this device until the server has it. */
export function DeliveryEntryScreen() {
  const words = useWords().cherry.entry
  const user = useUser()
  const seasonsCall = useSeasonsCall()
  const seasons = seasonsCall.data ?? []
  const { entries, link } = useEntryQueue()
  const { disclaimer, query: disclaimerCall } = useDisclaimer()
  const missing = disclaimerCall.error ?? seasonsCall.error
  const state = useEntryLine(seasons)
  const newest = entries.reduce<Entry | undefined>((one, other) => (one && one.at > other.at ? one : other), undefined)
  const undo = () => {
    if (!newest || newest.inDoubt || state.mending) return
    if (newest.state === 'waiting') state.takeBack(newest)
    else state.mend(newest)
  }
  const mendFirst = () => {
    const refused = entries.find((entry) => entry.state === 'refused')
    if (refused) state.mend(refused)
  }
  useWindowEvent('keydown', (event) => {
    if (!event.altKey || event.ctrlKey) return
    const act = { KeyZ: undo, KeyM: mendFirst }[event.code]
    if (!act) return
    event.preventDefault()
    act()
  })
  // The network is outside of rendering, and so is what the last sitting left behind.
  useEffect(() => {
    const leave = followNetwork()
    wakeSender()
    return leave
  }, [])
  const isAccepted = disclaimer?.acceptedAt != null
  return (
    <div className="page entry-page">
      <header className="page-head">
        <div>
          <h1>{words.title}</h1>
          <p className="sub">{user.organisation.organisationName}</p>
        </div>
        <div className="page-actions">
          <Button
            variant="default"
            leftSection={<IconListDetails size={16} aria-hidden />}
            renderRoot={(rest) => <Link {...rest} to="/cherry/deliveries" />}
          >
            {words.list}
          </Button>
        </div>
      </header>
      <Connection link={link} waiting={totalsOf(entries).waiting} />
      {disclaimer && !isAccepted && <Gate onAccepted={sendNow} />}
      {missing && !(disclaimer && seasonsCall.data) && (
        <section className="card">
          <NotLoaded
            refused={missing}
            onReload={() => void Promise.all([disclaimerCall.refetch(), seasonsCall.refetch()]).then(wakeSender)}
          />
        </section>
      )}
      <EntryLine state={state} entries={entries} seasons={seasons} isOpen={isAccepted} />
      <p className="sr" role="status">
        {state.notice}
      </p>
      {state.line.factoryId !== '' && state.line.deliveredOn !== '' && (
        <FactoryDay
          key={`${state.line.factoryId} ${state.line.deliveredOn}`}
          factoryId={state.line.factoryId}
          deliveredOn={state.line.deliveredOn}
          entries={entries}
        />
      )}
      <Sitting entries={entries} onUndo={undo} newest={newest} isMending={state.mending !== undefined} />
      <EntryList entries={entries} onMend={state.mend} />
      <Keys />
    </div>
  )
}

/** That there is no network, or why nothing is being sent: what is entered is safe, and says so. */
function Connection({ link, waiting }: { link: Sending; waiting: number }) {
  const words = useWords().cherry.entry
  const translate = useContractWords()
  const { number } = useFormat()
  const isLost = link.state === 'lost'
  // Accepting the disclaimer has a place of its own.
  if (!isLost && (link.state !== 'stopped' || link.code === 'delivery.disclaimer_changed')) return null
  const isOffline = isLost && link.problem === ''
  return (
    <Alert
      className="entry-offline"
      color="gold"
      role="alert"
      icon={<IconWifiOff size={18} aria-hidden />}
      title={isOffline ? words.offline : isLost ? words.lost : words.stopped}
    >
      {isLost ? words.offlineHint(number(waiting)) : translate(link.problem)}
      {!isOffline && (
        <Button variant="default" size="xs" mt={8} onClick={sendNow}>
          {words.tryNow}
        </Button>
      )}
    </Alert>
  )
}

/** The disclaimer is accepted once for each wording, before the first entry. */
function Gate({ onAccepted }: { onAccepted: () => void }) {
  const words = useWords().cherry.entry
  const { disclaimer } = useDisclaimer()
  const box = useRef<HTMLInputElement>(null)
  // It is the first thing to do here, and the keyboard is already under the hand.
  useEffect(() => box.current?.focus(), [])
  const accept = useMutation({
    mutationFn: () => call(cherryDelivery.calls.acceptDisclaimer, { body: { version: disclaimer?.version ?? 0 } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(disclaimerQuery.queryKey, data)
      onAccepted()
    },
    onError: (refused) => {
      showRefusal(refused)
      void queryClient.invalidateQueries(disclaimerQuery)
    },
  })
  return (
    <section className="card pad entry-gate" aria-label={words.accept}>
      <b>{words.gate}</b>
      <DisclaimerCheck ref={box} checked={false} disabled={accept.isPending} onChange={() => accept.mutate()} />
    </section>
  )
}

type SittingProps = { entries: readonly Entry[]; newest: Entry | undefined; isMending: boolean; onUndo: () => void }

/** The running total of this sitting. */
function Sitting({ entries, newest, isMending, onUndo }: SittingProps) {
  const words = useWords().cherry.entry
  const { weight, number } = useFormat()
  const totals = totalsOf(entries)
  return (
    <section className="entry-sitting" aria-label={words.sitting}>
      <p>
        <span className="sub">{words.sitting}</span>
        <b className="big num">{weight(totals.kilograms)}</b>
        <span className="num">{words.count(totals.entries, number(totals.entries))}</span>
        {totals.waiting > 0 && <span className="entry-waiting num">{words.waiting(number(totals.waiting))}</span>}
        {totals.refused > 0 && <span className="entry-refused num">{words.refused(number(totals.refused))}</span>}
      </p>
      <div className="page-actions">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!newest || newest.inDoubt || isMending}
          title={newest?.inDoubt ? words.inDoubt : undefined}
          onClick={onUndo}
        >
          {newest?.state === 'waiting' || !newest ? words.undo : words.editLast}
        </Button>
        <Button variant="default" title={words.newSittingHint} disabled={totals.saved === 0} onClick={startSitting}>
          {words.newSitting}
        </Button>
      </div>
    </section>
  )
}

function Keys() {
  const words = useWords().cherry.entry
  const keys = [
    ['Enter', words.keyList.enter],
    ['Shift + Tab', words.keyList.back],
    ['Alt + Z', words.keyList.undo],
    ['Alt + M', words.keyList.mend],
  ]
  return (
    <dl className="entry-keys faint" aria-label={words.keys}>
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
