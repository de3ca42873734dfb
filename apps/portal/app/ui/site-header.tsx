import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import type { ShellData } from './shell-data.ts'
import { SiteLinks } from './site-links.tsx'

interface SiteHeaderProps extends Pick<ShellData, 'brand' | 'header' | 'other'> {
  readonly homeHref: string
}

// A menu that hides a single link costs a press and saves no room.
const fewLinks = 1

export function SiteHeader({ brand, header, other, homeHref }: SiteHeaderProps) {
  const isShort = header.links.length <= fewLinks
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={homeHref} aria-label={header.home}>
          <Logo />
          {brand}
        </a>
        <nav className={classNames('bar-nav', isShort && 'short')} aria-label={header.navigation}>
          <SiteLinks links={header.links} />
        </nav>
        <LanguageSwitch other={other} />
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
