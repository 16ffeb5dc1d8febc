import { IconChevronRight } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { useWords } from '#client/kit/words.ts'
import { entryNamed } from './menu/menu.ts'

/** Where the screen lies; names the page in the browser too. */
export function Crumbs() {
  const words = useWords().shell
  const { area, parent, screen } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  return (
    <nav className="crumbs" aria-label={words.breadcrumbs}>
      <title>{screen ? `${words.screens[screen]} · ${words.product}` : words.product}</title>
      <ol>
        {area && (
          <li className={parent ? 'only-wide' : undefined}>
            {words.areas[area]}
            <IconChevronRight size={14} aria-hidden />
          </li>
        )}
        {parent && (
          <li>
            <Link to={entryNamed.get(parent)?.to ?? '/'}>{words.screens[parent]}</Link>
            <IconChevronRight size={14} aria-hidden />
          </li>
        )}
        {screen && <li aria-current="page">{words.screens[screen]}</li>}
      </ol>
    </nav>
  )
}
