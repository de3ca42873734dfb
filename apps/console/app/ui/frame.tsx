import type { Staff } from '@nyanja/domain/staff/roles'
import type { ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router'
import { may } from '../guard.ts'
import { pages } from '../page-list.ts'
import { languages } from '../texts.ts'
import { Icon } from './icon.tsx'
import { useShell, useTexts } from './shell-context.ts'

function Brand() {
  const { brand, texts } = useShell()
  return (
    <a className="brand" href="/">
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M4 17a11 11 0 0 1 22 0z" fill="#FFB21F" />
        <path d="M0 18.5h30M5 23.5h20M10 28.5h10" stroke="currentColor" strokeWidth="3" />
      </svg>
      {brand} <span>{texts.shell.console}</span>
    </a>
  )
}

/** The search on every page, and the first control that the keyboard reaches after the skip links. */
function QuickSearch() {
  const { shell } = useTexts()
  return (
    <form className="quick-search" method="post" action="/search">
      <label className="unseen" htmlFor="search">
        {shell.search}
      </label>
      <Icon name="find" />
      <input id="search" name="text" autoComplete="off" spellCheck={false} placeholder={shell.searchHint} required />
      <kbd>/</kbd>
      <button type="submit">{shell.find}</button>
    </form>
  )
}

function LanguageChoice() {
  const { language } = useShell()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/language">
      <input type="hidden" name="to" value={pathname + search} />
      {languages
        .filter(({ code }) => code !== language)
        .map(({ code, name }) => (
          <button type="submit" key={code} className="plain" name="language" value={code} lang={code}>
            {name}
          </button>
        ))}
    </form>
  )
}

function SignedInAs({ staff }: { readonly staff: Staff }) {
  const { shell } = useTexts()
  return (
    <div className="person">
      <p>
        <a href="/sessions">{staff.name}</a>
        <span>{staff.roles.map((role) => shell.roles[role]).join(', ')}</span>
      </p>
      <form method="post" action="/sign-out">
        <button type="submit" className="plain">
          {shell.signOut}
        </button>
      </form>
    </div>
  )
}

const isUnder = (path: string, pathname: string) =>
  pages.some((page) => 'under' in page && page.under === path && matchPath(page.path, pathname) !== null)

function currentOf(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page'
  if (isUnder(path, pathname)) return 'true'
  const isBelow = (one: string) => pathname === one || pathname.startsWith(`${one}/`)
  // Of two entries above a page the nearer one is current: `/finance` is not, on `/finance/cases`.
  const isNearer = pages.some((page) => 'nav' in page && page.path.startsWith(`${path}/`) && isBelow(page.path))
  return isBelow(path) && !isNearer ? 'true' : undefined
}

/** Lists only pages that the person may open. */
function Navigation({ staff }: { readonly staff: Staff }) {
  const { shell } = useTexts()
  const { pathname } = useLocation()
  return (
    <nav className="nav" aria-label={shell.navigation}>
      <ul>
        {pages.map((page) => {
          if (!('nav' in page) || !may(staff, page.for)) return null
          return (
            <li key={page.path}>
              <a href={page.path} aria-current={currentOf(page.path, pathname)}>
                <Icon name={page.nav} />
                {shell.nav[page.nav]}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Header, navigation and the page. Without a signed-in person only the name and the language. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { staff, texts } = useShell()
  return (
    <div className={staff === undefined ? 'frame bare' : 'frame'}>
      <a className="skip" href="#main">
        {texts.shell.skip}
      </a>
      <header className="top">
        <Brand />
        {staff !== undefined && <QuickSearch />}
        <div className="own">
          <LanguageChoice />
          {staff !== undefined && <SignedInAs staff={staff} />}
        </div>
      </header>
      {staff !== undefined && <Navigation staff={staff} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
