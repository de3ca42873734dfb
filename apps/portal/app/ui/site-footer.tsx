import { Icon } from './icon.tsx'
import { SiteLinks } from './site-links.tsx'
import { useSurroundings } from './surroundings.ts'

/** Stands where the server says what the page weighed, once it is made. */
export const costPlace = '{page-cost}'

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
      <p>{costPlace}</p>
    </div>
  )
}
