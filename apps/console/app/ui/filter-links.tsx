interface FilterLinksProps {
  readonly label: string
  readonly links: readonly { readonly text: string; readonly href: string; readonly isChosen: boolean }[]
}

/** The filters are links, so that an address has its filter and the back button leaves it. */
export const FilterLinks = ({ label, links }: FilterLinksProps) => (
  <nav className="filters" aria-label={label}>
    {links.map(({ text, href, isChosen }) => (
      <a key={href} href={href} aria-current={isChosen ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)
