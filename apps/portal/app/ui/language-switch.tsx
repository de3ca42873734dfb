import { publicNames } from '@nyanja/domain/page-links'
import { useLocation } from 'react-router'
import { inLanguage } from '../page-language.ts'
import { useIsForEverybody } from './shell-context.ts'
import type { ShellData } from './shell-data.ts'

const ids = ['order', 'id', 'ref', 'draft', 'lead', 'channel', 'pg']

/** A page that is kept for everybody must not keep one visitor's ids in a link. */
function keptQuery(search: string, isForEverybody: boolean): string {
  const names = isForEverybody ? publicNames : [...publicNames, ...ids]
  const kept = [...new URLSearchParams(search)].filter(([name]) => names.includes(name))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

export function LanguageSwitch({ other }: Pick<ShellData, 'other'>) {
  const { pathname, search } = useLocation()
  return (
    <a
      className="switch"
      href={inLanguage(pathname, other.prefix) + keptQuery(search, useIsForEverybody())}
      lang={other.language}
      hrefLang={other.language}
    >
      {other.name}
    </a>
  )
}
