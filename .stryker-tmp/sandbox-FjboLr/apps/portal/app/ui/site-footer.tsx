// @ts-nocheck
import { Icon } from './icon.tsx'
import type { ShellData } from './shell-data.ts'
import { SiteLinks } from './site-links.tsx'

interface SiteFooterProps extends Pick<ShellData, 'footer'> {
  /** What this page cost to load, in a sentence. Nothing where it was not measured. */
  readonly pagePrice?: string
}

export function SiteFooter({ footer, pagePrice }: SiteFooterProps) {
  return (
    <footer className="foot">
      <div className="wrap">
        <a className="care" href={`tel:${footer.careNumber}`}>
          <Icon name="call" />
          {footer.care}
        </a>
        <nav aria-label={footer.navigation}>
          <SiteLinks links={footer.links} />
        </nav>
        {pagePrice !== undefined && <p>{pagePrice}</p>}
      </div>
    </footer>
  )
}
