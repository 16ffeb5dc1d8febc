import '@mantine/spotlight/styles.layer.css'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconApi,
  IconFileSpreadsheet,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconScale,
  IconSearch,
  IconSun,
  IconUpload,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react'
import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { enters } from '#client/deliveries/deliveryCalls.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import { viewOf } from '#client/kit/places/places.ts'
import { chooseLanguage, may, useUser } from '#client/kit/user.ts'
import { languages, useContractWords, useLanguage, useWords } from '#client/kit/words.ts'
import { PaletteGuides } from './help/PaletteGuides.tsx'
import { usePaletteResults } from './paletteResults.ts'
import { areasFor } from './menu/menu.ts'
import { shownRecords } from './records.ts'
import { useSignOut } from './signOut.ts'

const [store, { open }] = createSpotlight()
export const openPalette = open

/** Chooses the first hit. Mantine marks the chosen one in the document itself and offers no call for it. */
function chooseFirst() {
  const hits = document.getElementById(store.getState().listId)?.querySelectorAll('[data-action]') ?? []
  for (const [at, hit] of [...hits].entries()) hit.toggleAttribute('data-selected', at === 0)
  store.updateState((state) => ({ ...state, selected: 0 }))
}

const matches = (query: string, ...texts: string[]) =>
  texts.some((text) => text.toLowerCase().includes(query.trim().toLowerCase()))

/** The command palette: screens, farmers, uploads and actions, by the keyboard alone. */
export function Palette() {
  const words = useWords().shell
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 250)
  const { farmers, files, searching } = usePaletteResults(settled)
  // The first hit is the one Enter takes, also when the server's hits come in later.
  useEffect(() => {
    if (query.trim()) chooseFirst()
  }, [query, farmers.length, files.length])
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
        <Screens query={query} />
        <Farmers query={settled} />
        <Uploads query={settled} />
        <Actions query={query} />
        <PaletteGuides query={settled} />
        <Spotlight.Empty>{searching ? words.palette.searching : words.palette.none}</Spotlight.Empty>
      </Spotlight.ActionsList>
      <Spotlight.Footer className="palette-foot">{words.palette.hint}</Spotlight.Footer>
    </Spotlight.Root>
  )
}

function Screens({ query }: { query: string }) {
  const words = useWords().shell
  const user = useUser()
  const navigate = useNavigate()
  const screens = areasFor(user)
    .flatMap(({ screens }) => screens)
    .filter(({ name }) => matches(query, words.screens[name]))
  if (screens.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.palette.goTo}>
      {screens.map(({ name, to, Icon }) => (
        <Spotlight.Action
          key={name}
          label={words.screens[name]}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Farmers({ query }: { query: string }) {
  const words = useWords().shell
  const navigate = useNavigate()
  const { farmers } = usePaletteResults(query)
  if (farmers.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.palette.farmers}>
      {farmers.map(({ id, fullName, memberNumber, organisationName }) => (
        <Spotlight.Action
          key={id}
          label={fullName}
          description={`${memberNumber} · ${organisationName}`}
          leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/farmers/farmer/$id', params: { id } })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Uploads({ query }: { query: string }) {
  const words = useWords().shell
  const navigate = useNavigate()
  const { files: found } = usePaletteResults(query)
  if (found.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.palette.uploads}>
      {found.map(({ id, fileName, createdBy, organisationName, place }) => (
        <Spotlight.Action
          key={id}
          label={fileName}
          description={`${createdBy} · ${organisationName}`}
          leftSection={<IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate(viewOf(place, id))}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Actions({ query }: { query: string }) {
  const words = useWords().shell
  const { title } = useWords().uploads
  const translate = useContractWords()
  const user = useUser()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const other = useLanguage() === 'en' ? 'sw' : 'en'
  const takeFiles = shownRecords.flatMap(({ name, place }) => {
    const { file } = doors[name]
    if (!file || !may(user, allowed[file.upload])) return []
    const to = { to: place.list, search: { upload: 'Y' } } as NavigateOptions // border: an address of the register
    return [{ label: title(translate(file.title)), Icon: IconUpload, act: () => navigate(to) }]
  })
  const actions = [
    ...takeFiles,
    ...(enters(user)
      ? [
          {
            label: words.palette.createDelivery,
            Icon: IconScale,
            act: () => navigate({ to: '/cherry/deliveries', search: { create: 'Y' } }),
          },
        ]
      : []),
    { label: words.account, Icon: IconUserCog, act: () => navigate({ to: '/account' }) },
    { label: words.screens.apiReference, Icon: IconApi, act: () => navigate({ to: '/developers/api' }) },
    { label: words.palette.speak(languages[other]), Icon: IconLanguage, act: () => chooseLanguage(other) },
    {
      label: dark ? words.toLight : words.toDark,
      Icon: dark ? IconSun : IconMoon,
      act: async () => setColorScheme(dark ? 'light' : 'dark'),
    },
    { label: words.signOut, Icon: IconLogout, act: signOut },
  ].filter(({ label }) => matches(query, label))
  if (actions.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={words.palette.act}>
      {actions.map(({ label, Icon, act }) => (
        <Spotlight.Action
          key={label}
          label={label}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          onClick={() => void act()}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}
