import { Spotlight } from '@mantine/spotlight'
import { IconListSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Hit, HitFact } from '#contract/house/search.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { useFormat, type Formats } from '#client/kit/format.ts'
import { routeTo } from '#client/kit/places/places.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { asInside } from './actions.ts'
import type { Found } from './useSearch.ts'

/** A value of a hit as the cell of its list would say it. */
function textOf({ as, value }: HitFact, format: Formats, translate: (text: string) => string): string {
  if (as === 'money') return format.money(Number(value))
  if (as === 'weight') return format.weight(Number(value))
  if (as === 'number') return format.number(Number(value))
  if (as === 'date' || as === 'time') return format.date(String(value))
  return as === 'code' ? String(value) : translate(String(value))
}

/** Whether the user sees records of more organisations than the own one. */
export const useSeesMany = (): boolean => organisationTypes[actorOf(useUser()).organisationType].sees === 'all'

/** What the server found of each kind, grouped by the screen that shows it; the society stands there for who sees many. */
export function Hits({ found, typed }: { found: readonly Found[]; typed: string }) {
  const words = useWords().shell
  const format = useFormat()
  const translate = useContractWords()
  const navigate = useNavigate()
  const seesMany = useSeesMany()
  const detailsOf = ({ matched, facts, organisationName }: Hit): string =>
    [matched, ...facts.map((fact) => textOf(fact, format, translate)), seesMany ? organisationName : null]
      .filter(Boolean)
      .join(' · ')
  return found.map(({ kind, screen, Icon, at, all, hits, more }) => (
    <Spotlight.ActionsGroup key={kind} label={words.screens[screen]}>
      {hits.map((hit) => (
        <Spotlight.Action
          key={hit.id}
          label={hit.title}
          description={detailsOf(hit)}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate(routeTo(at(hit.id)))}
        />
      ))}
      {more && (
        <Spotlight.Action
          label={words.palette.all(asInside(words.screens[screen]), typed)}
          leftSection={<IconListSearch size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate(routeTo(all))}
        />
      )}
    </Spotlight.ActionsGroup>
  ))
}
