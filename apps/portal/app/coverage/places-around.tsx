interface NearSitesProps {
  readonly title: string
  readonly none: string
  readonly sites: readonly { readonly title: string; readonly away: string }[]
}

/** The map in words, around a place. */
export function NearSites({ title, none, sites }: NearSitesProps) {
  return (
    <>
      <h2>{title}</h2>
      {sites.length === 0 && <p>{none}</p>}
      <ul className="near-sites">
        {sites.map((site) => (
          <li key={site.title}>
            <span>{site.title}</span>
            <span className="quiet">{site.away}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface TownsProps {
  readonly title: string
  readonly none: string
  readonly towns: readonly { readonly name: string; readonly word: string; readonly href: string }[]
}

/** The map in words, for whoever names no place. */
export function Towns({ title, none, towns }: TownsProps) {
  return (
    <>
      <h2>{title}</h2>
      {towns.length === 0 && <p>{none}</p>}
      <ul className="towns-with">
        {towns.map(({ name, word, href }) => (
          <li key={name}>
            <a href={href}>{name}</a>
            <span className="quiet">{word}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
