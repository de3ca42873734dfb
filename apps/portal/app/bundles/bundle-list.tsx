import { Fragment, type ReactElement } from 'react'
import { type LinkChip, LinkChips } from '../ui/chips.tsx'

export interface TextLink {
  readonly href: string
  readonly text: string
}

/** The part of a list of bundles that one page shows, and the links to the rest. */
export interface BundleListing<Row> {
  /** Links to kinds or periods. */
  readonly chips: readonly LinkChip[]
  readonly groups: readonly {
    readonly heading: string
    readonly rows: readonly Row[]
    readonly more?: TextLink | undefined
  }[]
  readonly pages?: { readonly text?: string; readonly links: readonly TextLink[] } | undefined
}

interface BundleListProps<Row> {
  readonly listing: BundleListing<Row>
  readonly filterLabel: string
  readonly note: string
  /** The headings of the columns, above the first group alone. */
  readonly heads: readonly string[]
  /** Draws a row, with the code as its key. */
  readonly drawRow: (row: Row, isFirst: boolean) => ReactElement
}

/** Lists bundles or plans to choose from, under the headings of their periods. */
export function BundleList<Row>(props: BundleListProps<Row>) {
  const { listing, filterLabel, note, heads, drawRow } = props
  const { chips, groups, pages } = listing
  const first = groups.find(({ rows }) => rows.length > 0)
  return (
    <>
      {chips.length > 0 && <LinkChips label={filterLabel} links={chips} layout="slide" />}
      <p className="hint list-note">{note}</p>
      {groups.map((group) => (
        <fieldset className="section" key={group.heading}>
          <legend>
            <h3>{group.heading}</h3>
          </legend>
          <ul className="bundles">
            {group === first && <Heads heads={heads} />}
            {group.rows.map((row) => drawRow(row, row === first?.rows[0]))}
          </ul>
          {group.more !== undefined && (
            <p>
              <MoreLink {...group.more} />
            </p>
          )}
        </fieldset>
      ))}
      {pages !== undefined && (
        <p className="row">
          {pages.text !== undefined && <span>{pages.text}</span>}{' '}
          {pages.links.map((link) => (
            <Fragment key={link.href}>
              <MoreLink {...link} />{' '}
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

function Heads({ heads }: { readonly heads: readonly string[] }) {
  return (
    <li className="heads" aria-hidden="true">
      {heads.map((head) => (
        <span key={head}>{`${head} `}</span>
      ))}
    </li>
  )
}

const MoreLink = ({ href, text }: TextLink) => (
  <a className="link" href={href}>
    {text}
  </a>
)
