import { useQuery } from '@tanstack/react-query'
import { allowed } from '#client/kit/places/allowed.built.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useLanguage, type Language } from '#client/kit/words.ts'
import { entryNamed } from '../menu/menu.ts'
import type { GuideName } from './help.ts'

/** What explains a screen in a minute: its title, and Markdown below it. */
export type Guide = { name: GuideName; title: string; text: string }

const load = {
  en: () => import('./englishGuides.ts'),
  sw: () => import('./swahiliGuides.ts'),
} as const satisfies Record<Language, unknown>

/** All guides of a language, by their titles. */
export async function loadGuides(language: Language): Promise<Guide[]> {
  const { files } = await load[language]()
  const guides = Object.entries(files).map(([path, file]) => {
    const [head = '', ...lines] = file.split('\n')
    const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length) as GuideName // border: a test holds them to the screens
    return { name, title: head.replace(/^# /, ''), text: lines.join('\n').trim() }
  })
  return guides.toSorted((one, other) => one.title.localeCompare(other.title))
}

/** The guides of the screens that this user may open, once they have come. */
export function useGuides(wanted = true): { guides: readonly Guide[]; isLoading: boolean } {
  const language = useLanguage()
  const user = useUser()
  const { data, isLoading } = useQuery({
    queryKey: ['guides', language],
    queryFn: () => loadGuides(language),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: wanted,
  })
  const opens = ({ name }: Guide) => {
    const entry = entryNamed.get(name)
    return !entry || (may(user, allowed[entry.call]) && (entry.for?.(user) ?? true))
  }
  return { guides: data?.filter(opens) ?? [], isLoading }
}
