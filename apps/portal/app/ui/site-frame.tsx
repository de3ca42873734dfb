import { publicNames } from '@nyanja/domain/page-links'
import type { Logo } from '@nyanja/server/settings/look'
import { useLocation } from 'react-router'
import { classNames } from '../format/text.ts'
import { inLanguage } from '../page-language.ts'
import type { SiteLink } from '../screen-links.ts'
import { Icon } from './icon.tsx'
import { ProgressMark, Water } from './page-hero.tsx'
import { type Notices, useIsForEverybody, useShell } from './shell-context.ts'
import type { OtherLanguage, ShellData } from './shell-data.ts'

/** The message while a step takes long. */
function Waiting() {
  return (
    <>
      <div className="sky lit">
        <div className="wrap">
          <p className="title" />
          <ProgressMark level={45} />
        </div>
      </div>
      <Water>
        <p>
          <b />
        </p>
        <p className="quiet" />
      </Water>
    </>
  )
}

/** The languages are plain links: each leads to a document of its own. */
function SiteLinks({ links }: { readonly links: readonly SiteLink[] }) {
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

/** The placeholder where the server writes the weight of the page, once it is rendered. */
export const pageCostPlaceholder = '{page-cost}'

export function SiteFooter() {
  const shell = useShell()
  if (shell === undefined) return null
  const { footer, hasScript } = shell
  return (
    <div className="wrap">
      <a className="care" href={`tel:${footer.careNumber}`}>
        <Icon name="call" />
        {footer.care}
      </a>
      <nav aria-label={footer.navigation}>
        <SiteLinks links={footer.links} />
      </nav>
      <p>{pageCostPlaceholder}</p>
      {hasScript && <NoticeShapes {...footer.notices} />}
    </div>
  )
}

/**
 * The markup of what script shows over the page. Its texts are in attributes and its button comes with the script: old
 * browsers show what is in a template.
 */
function NoticeShapes({ close, wait, holdOn, loadingMessage, ...shown }: Notices) {
  return (
    <template
      id="notices"
      data-success={shown.success}
      data-error={shown.error}
      data-offline={shown.offline}
      data-online={shown.online}
      data-seconds={shown.seconds}
      data-close={close}
      data-wait={`${wait}|${holdOn}|${loadingMessage}`}
    >
      <div className="toast">
        <div>
          <b />
          <p />
        </div>
        <Icon name="cross" />
      </div>
      <div className="overlay" role="status">
        <Waiting />
      </div>
    </template>
  )
}

const ids = ['order', 'id', 'ref', 'draft', 'lead', 'channel', 'pg']

/** A public page must not keep one visitor's ids in a link. */
function keptQuery(search: string, isForEverybody: boolean): string {
  const names = isForEverybody ? publicNames : [...publicNames, ...ids]
  const kept = [...new URLSearchParams(search)].filter(([name]) => names.includes(name))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

export function LanguageSwitch({ other, className }: { readonly other: OtherLanguage; readonly className?: string }) {
  const { pathname, search } = useLocation()
  return (
    <a
      className={className}
      href={inLanguage(pathname, other.prefix) + keptQuery(search, useIsForEverybody())}
      lang={other.language}
      hrefLang={other.language}
    >
      {other.name}
    </a>
  )
}

/** The logo is half a sun over three lines that shorten downward. */
const ownLogo: Logo = {
  viewBox: '0 0 30 30',
  paths: [
    { d: 'M4 17a11 11 0 0 1 22 0z', fill: '#FFB21F' },
    { d: 'M0 18.5h30M5 23.5h20M10 28.5h10', stroke: 'text', strokeWidth: 3 },
  ],
}

const paintOf = (colour = 'none') => (colour === 'text' ? 'currentColor' : colour)

function SiteLogo({ logo = ownLogo }: { readonly logo: Logo | undefined }) {
  return (
    <svg viewBox={logo.viewBox} aria-hidden="true">
      {logo.paths.map(({ d, fill, stroke, strokeWidth }) => (
        <path key={d} d={d} fill={paintOf(fill)} stroke={stroke && paintOf(stroke)} strokeWidth={strokeWidth} />
      ))}
    </svg>
  )
}

/** One other language is a link; several are a menu with the name of this one. */
function LanguageMenu({ languageName, otherLanguages }: Pick<ShellData, 'languageName' | 'otherLanguages'>) {
  const [only, ...more] = otherLanguages
  if (only === undefined) return null
  if (more.length === 0) return <LanguageSwitch other={only} className="switch" />
  return (
    <details className="menu languages">
      <summary>
        {`${languageName} `}
        <span aria-hidden="true">▾</span>
      </summary>
      <nav aria-label={languageName}>
        <ul>
          {otherLanguages.map((other) => (
            <li key={other.language}>
              <LanguageSwitch other={other} />
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}

interface SiteHeaderProps extends Pick<ShellData, 'brand' | 'logo' | 'header' | 'languageName' | 'otherLanguages'> {
  readonly homeHref: string
}

// A menu that hides a single link costs a press and saves no room.
const fewLinks = 1

export function SiteHeader({ brand, logo, header, homeHref, ...languages }: SiteHeaderProps) {
  const isShort = header.links.length <= fewLinks
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={homeHref} aria-label={header.home}>
          <SiteLogo logo={logo} />
          {brand}
        </a>
        <nav className={classNames('bar-nav', isShort && 'short')} aria-label={header.navigation}>
          <SiteLinks links={header.links} />
        </nav>
        <LanguageMenu {...languages} />
        {!isShort && (
          <details className="menu">
            <summary>
              <Icon name="menu" />
              {header.menu}
            </summary>
            <nav aria-label={header.navigation}>
              <SiteLinks links={header.links} />
            </nav>
          </details>
        )}
      </div>
    </header>
  )
}
