import { useLocation, useMatches } from 'react-router'
import { inLanguage } from '../page-language.ts'
import type { ShellData } from './shell-data.ts'

const choices = ['filter', 'sort', 'kind', 'page', 'q']
const ids = ['order', 'id', 'ref', 'draft', 'channel', 'pg']

/** A page that is kept for everybody must not keep one visitor's ids in a link. */
function keptQuery(search: string, isPublic: boolean): string {
  const names: readonly string[] = isPublic ? choices : [...choices, ...ids]
  const kept = [...new URLSearchParams(search)].filter(([name]) => names.includes(name))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

function isContent(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'group' in handle && handle.group === 'content'
}

export function LanguageSwitch({ other }: Pick<ShellData, 'other'>) {
  const { pathname, search } = useLocation()
  const isPublic = useMatches().some(({ handle }) => isContent(handle))
  return (
    <a
      className="switch"
      href={inLanguage(pathname, other.prefix) + keptQuery(search, isPublic)}
      lang={other.language}
      hrefLang={other.language}
    >
      {other.name}
    </a>
  )
}
