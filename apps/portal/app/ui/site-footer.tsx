import { Icon } from './icon.tsx'
import { SiteLinks } from './site-links.tsx'
import { useSurroundings } from './surroundings.ts'

export function SiteFooter() {
  const footer = useSurroundings()?.footer
  if (footer === undefined) return null
  return (
    <div className="wrap">
      <a className="care" href={`tel:${footer.careNumber}`}>
        <Icon name="call" />
        {footer.care}
      </a>
      <nav aria-label={footer.navigation}>
        <SiteLinks links={footer.links} />
      </nav>
    </div>
  )
}
