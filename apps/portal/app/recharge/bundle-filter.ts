import type { BundleListing } from '../bundles/bundle-list.tsx'
import type { BundleRow, Kind } from '../bundles/bundle-rows.ts'

export interface Filter {
  readonly kind: Kind
  readonly label: string
}

/** What the page gets of the bundles of a line. */
export interface LineBundles extends Omit<BundleListing<BundleRow>, 'chips'> {
  readonly filters: readonly Filter[]
  /** Set where there are more than one page can carry: then the server applies each filter. */
  readonly isPart?: true
}

/** The requested kind, or else the first existing one. */
export function shownKind(name: string | null | undefined, filters: readonly Filter[]): Kind {
  return filters.find(({ kind }) => kind === name)?.kind ?? filters[0]?.kind ?? 'all'
}

interface ListOfOrder {
  readonly id: string
  readonly list: LineBundles | 'unavailable'
}

interface Choosing {
  readonly filter?: string | undefined
  /** The code in the form: its row stays visible, or the form would lose it. */
  readonly chosen: string
  /** Called where script runs. */
  readonly onFilter?: ((filter: string) => void) | undefined
}

/** Filters the bundles of one kind, with links to the others. */
export function filterListing({ id, list }: ListOfOrder, choosing: Choosing): BundleListing<BundleRow> | 'unavailable' {
  if (list === 'unavailable') return list
  const { filter, chosen, onFilter } = choosing
  const { filters, isPart, pages } = list
  const kind = shownKind(filter, filters)
  const withChosen = (href: string) => (chosen === '' ? href : `${href}&bundle=${chosen}`)
  const linked = <Link extends { readonly href: string }>(link: Link) => ({ ...link, href: withChosen(link.href) })
  const groups = list.groups.map(({ heading, rows, more }) => ({
    heading,
    rows: kind === 'all' ? rows : rows.filter((row) => row.kind === kind || row.code === chosen),
    ...(more && { more: linked(more) }),
  }))
  const hrefOf = (each: Kind) => `?${new URLSearchParams({ order: id, filter: each })}`
  return {
    chips: filters.map(({ kind: each, label }) => ({
      href: isPart ? withChosen(`${hrefOf(each)}&page=1`) : hrefOf(each),
      label,
      isCurrent: each === kind,
      // In a list in parts the others are not here.
      ...(onFilter && !isPart && { onPick: () => onFilter(each) }),
    })),
    groups: groups.filter(({ rows, more }) => rows.length > 0 || more !== undefined),
    ...(pages && { pages: { links: pages.links.map(linked) } }),
  }
}
