// @ts-nocheck
import { useLocation } from 'react-router'
import type { SiteLink } from '../open-screens.ts'

/** Plain links: each leads to a document of its own. */
export function SiteLinks({ links }: { readonly links: readonly SiteLink[] }) {
  const { pathname } = useLocation()
  return (
    <ul>
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href} aria-current={pathname === href ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
