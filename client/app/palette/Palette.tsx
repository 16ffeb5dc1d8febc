import '@mantine/spotlight/styles.layer.css'
import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconApi,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCog,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Hit } from '#contract/house/search.ts'
import { useFormat } from '#client/kit/format.ts'
import { routeTo } from '#client/kit/places/places.ts'
import { chooseLanguage, useUser } from '#client/kit/user.ts'
import { languages, useContractWords, useLanguage, useWords } from '#client/kit/words.ts'
import { PaletteGuides } from '../help/PaletteGuides.tsx'
import { areasFor } from '../menu/menu.ts'
import { useWaiting } from '../menu/useWaiting.ts'
import { useSignOut } from '../signOut.ts'
import { actionsOf, actsForFarmer } from './actions.ts'
import { Hits, useSeesMany } from './Hits.tsx'
import { isMeant, splitFor } from './matching.ts'
import { screenTerms } from './terms.ts'
import { farmerKind, useSearch } from './useSearch.ts'

const [store, { open }] = createSpotlight()
export const openPalette = open

const pauseMs = 180
/** For so many of the farmers found something is offered to do. */
const mostFarmers = 3

/** Chooses the first hit. Mantine marks the chosen one in the document itself and offers no call for it. */
function chooseFirst() {
  const hits = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? []
  for (const [at, hit] of [...hits].entries()) hit.toggleAttribute('data-selected', at === 0)
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/** The command palette: screens, what can be done there, and the records of every kind, by the keyboard alone. */
export function Palette() {
  const words = useWords().shell
  const naming = { words: useWords(), translate: useContractWords() }
  const user = useUser()
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const [settled] = useDebouncedValue(typed, pauseMs)
  const split = splitFor(typed)
  const acts = split ? actsForFarmer(user, split.what, naming) : []
  // "loan for OT0138" looks for the farmer, and for nothing else.
  const isForFarmer = split !== undefined && acts.length > 0
  const searchedFor = isForFarmer ? split.whom : typed
  // What was found for other letters is gone at once: Enter must not open it.
  const { found, farmers, searching, failed, refetch } = useSearch(settled === typed ? searchedFor : '')
  const records = isForFarmer ? found.filter(({ kind }) => kind === farmerKind) : found
  const isSettling = searching || settled !== typed
  // The first hit is the one Enter takes, also when the server's hits come in later.
  useEffect(() => {
    if (typed) chooseFirst()
  }, [typed, records.length, farmers])
  const none = isForFarmer ? words.palette.noFarmer(searchedFor) : words.palette.none
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight="min(560px, 70vh)"
      radius="lg"
      attributes={{ content: { 'aria-label': words.palette.label } }}
    >
      <Spotlight.Search
        placeholder={words.palette.placeholder}
        aria-label={words.palette.placeholder}
        leftSection={<IconSearch size={19} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList aria-label={words.palette.label}>
        {isForFarmer && <FarmerActs acts={acts} farmers={farmers.slice(0, mostFarmers)} />}
        <Screens typed={typed} />
        <Actions typed={typed} />
        <Hits found={records} typed={searchedFor} />
        <PaletteGuides query={settled} />
        <Spotlight.Empty>{isSettling ? words.palette.searching : failed ? null : none}</Spotlight.Empty>
      </Spotlight.ActionsList>
      {failed && (
        <p className="palette-failed" role="alert">
          {words.palette.failed}
          <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
            {words.palette.retry}
          </Button>
        </p>
      )}
      <Spotlight.Footer className="palette-foot">{words.palette.hint}</Spotlight.Footer>
    </Spotlight.Root>
  )
}

type LineProps = { label: string; Icon: TablerIcon; description?: string; act: () => unknown }

const Line = ({ label, Icon, description, act }: LineProps) => (
  <Spotlight.Action
    label={label}
    {...(description ? { description } : {})}
    leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
    onClick={() => void act()}
  />
)

type FarmerActsProps = { acts: ReturnType<typeof actsForFarmer>; farmers: readonly Hit[] }

/** What was typed to be done, for each of the first farmers found. */
function FarmerActs({ acts, farmers }: FarmerActsProps) {
  const words = useWords().shell
  const navigate = useNavigate()
  const seesMany = useSeesMany()
  if (farmers.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.palette.forFarmer}>
      {farmers.flatMap(({ id, title, organisationName, facts: [number] }) =>
        acts.map(({ says, Icon, at }) => (
          <Line
            key={`${says} ${id}`}
            label={words.actsFor[says](title)}
            description={[number?.value, seesMany && organisationName].filter(Boolean).join(' · ')}
            Icon={Icon}
            act={() => navigate(routeTo(at({ id, memberNumber: String(number?.value ?? '') })))}
          />
        )),
      )}
    </Spotlight.ActionsGroup>
  )
}

function Screens({ typed }: { typed: string }) {
  const words = useWords().shell
  const user = useUser()
  const navigate = useNavigate()
  const screens = areasFor(user)
    .flatMap(({ screens }) => screens)
    .filter(({ name }) => isMeant(typed, words.screens[name], screenTerms[name]))
  if (screens.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.palette.goTo}>
      {screens.map(({ name, to, Icon }) => (
        <Line key={name} label={words.screens[name]} Icon={Icon} act={() => navigate({ to })} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Actions({ typed }: { typed: string }) {
  const words = useWords()
  const { number } = useFormat()
  const translate = useContractWords()
  const user = useUser()
  const waitingAt = useWaiting()
  const navigate = useNavigate()
  const own = useOwnActions()
  const declared = actionsOf(user, { words, translate }).map(({ key, label, terms, Icon, at, waits }) => {
    const waiting = waits ? waitingAt({ name: key, counts: [waits] }) : 0
    // What waits is gone through one after the other; where nothing does, the list says so.
    const to = waiting > 0 ? { ...at, search: { tab: 'waiting', review: 'Y' } } : at
    const description = waiting > 0 ? { description: words.shell.palette.waits(number(waiting)) } : {}
    return { key, label, terms, Icon, ...description, act: () => navigate(routeTo(to)) }
  })
  const actions = [...declared, ...own].filter(({ label, terms }) => isMeant(typed, label, terms))
  if (actions.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.shell.palette.act}>
      {actions.map(({ key, terms: _terms, ...line }) => (
        <Line key={key} {...line} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** What concerns the reader and this device, wherever one is. */
function useOwnActions() {
  const words = useWords().shell
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const other = useLanguage() === 'en' ? 'sw' : 'en'
  return [
    {
      key: 'account',
      label: words.account,
      terms: 'password second factor nenosiri akaunti',
      Icon: IconUserCog,
      act: () => navigate({ to: '/account' }),
    },
    {
      key: 'api',
      label: words.screens.apiReference,
      terms: 'developers programs calls',
      Icon: IconApi,
      act: () => navigate({ to: '/developers/api' }),
    },
    {
      key: 'language',
      label: words.palette.speak(languages[other]),
      terms: 'language lugha',
      Icon: IconLanguage,
      act: () => chooseLanguage(other),
    },
    {
      key: 'theme',
      label: dark ? words.toLight : words.toDark,
      terms: 'theme dark light mandhari giza',
      Icon: dark ? IconSun : IconMoon,
      act: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    {
      key: 'signOut',
      label: words.signOut,
      terms: 'log out leave toka ondoka',
      Icon: IconLogout,
      act: signOut,
    },
  ]
}
