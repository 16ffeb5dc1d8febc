import { IconChecklist, IconUpload, type TablerIcon } from '@tabler/icons-react'
import { neverMay } from '#contract/kit/workflow.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import type { Act, ActFor, Address } from '#client/kit/places/show.ts'
import { may } from '#client/kit/user.ts'
import type { Words } from '#client/kit/words.ts'
import { entryNamed } from '../menu/menu.ts'
import { everyScreen, shownRecords } from '../records.ts'
import { isMeant } from './matching.ts'
import { actTerms, both, screenTerms, verbTerms } from './terms.ts'

/** Something that the user may do: what it is called, what else people type for it, and where it is done. */
type Action = {
  key: string
  label: string
  terms: string
  Icon: TablerIcon
  at: Address
  /** What waits there is of this kind. */
  waits?: string
}
type Naming = { words: Words; translate: (text: string) => string }

/** Whether the user may do it: make the call that it ends in, and be a maker of such records by their own rule. */
function mayDo(user: SessionUser, { call, makes }: Pick<Act | ActFor, 'call' | 'makes'>): boolean {
  const step = makes && doors[makes].makes
  return may(user, allowed[call]) && (!step || neverMay(step, actorOf(user)) === null)
}

/** Deciding what waits, of every kind of record that this user may approve: as the first step that is the user's is called. */
const decisionsOf = (user: SessionUser, { words, translate }: Naming): Action[] =>
  shownRecords.flatMap(({ name, place, counted }) => {
    const step = doors[name].approves.find((one) => neverMay(one, actorOf(user)) === null)
    if (!step) return []
    const list = words.shell.screens[counted]
    return {
      key: `decide ${name}`,
      label: words.shell.palette.decide(translate(step.label), asInside(list)),
      terms: `${verbTerms.decide} ${step.label} ${screenTerms[counted] ?? ''}`,
      Icon: entryNamed.get(counted)?.Icon ?? IconChecklist,
      at: { to: place.list, search: { tab: 'waiting' } },
      waits: doors[name].kind,
    }
  })

const uploadsOf = (user: SessionUser, { words, translate }: Naming): Action[] =>
  shownRecords.flatMap(({ name, place, counted }) => {
    const { file } = doors[name]
    if (!file || !may(user, allowed[file.upload])) return []
    return {
      key: `upload ${name}`,
      label: words.uploads.title(translate(file.title)),
      terms: `${verbTerms.upload} ${screenTerms[counted] ?? ''}`,
      Icon: IconUpload,
      at: { to: place.list, search: { upload: 'Y' } },
    }
  })

const makingOf = (user: SessionUser, { words }: Naming): Action[] =>
  everyScreen
    .flatMap(({ acts = [] }) => acts)
    .filter((act) => mayDo(user, act))
    .map(({ says, Icon, at }) => ({
      key: `make ${says}`,
      label: words.shell.acts[says],
      terms: `${verbTerms.create} ${both(actTerms[says])}`,
      Icon,
      at,
    }))

/** Everything that the user may do, from the registers: what is decided, what is made, and what is uploaded. */
export const actionsOf = (user: SessionUser, naming: Naming): Action[] => [
  ...decisionsOf(user, naming),
  ...makingOf(user, naming),
  ...uploadsOf(user, naming),
]

/** What the user may do for one farmer, as it was typed; first what is mostly called so. */
export function actsForFarmer(user: SessionUser, typed: string, { words }: Naming): ActFor[] {
  const isFirst = ({ says }: ActFor) => {
    const [en = '', sw = ''] = [actTerms[says].en, actTerms[says].sw].map((terms) => terms.split(' ')[0])
    return isMeant(typed, en, sw)
  }
  return everyScreen
    .flatMap(({ actsFor = [] }) => actsFor)
    .filter((act) => mayDo(user, act))
    .filter(({ says }) => isMeant(typed, words.shell.actsFor[says](''), `${verbTerms.create} ${both(actTerms[says])}`))
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
}

/** The name of a list within a sentence. */
export const asInside = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
