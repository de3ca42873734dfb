import { Fragment } from 'react'
import { LinkChips } from '../ui/chips.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { rowsOfKind, shownKind } from './bundle-filter.ts'
import { BundleRow } from './bundle-row.tsx'
import type { OrderView, RechargePage } from './recharge-page.ts'

interface BundleTableProps {
  readonly texts: RechargePage['texts']
  readonly order?: OrderView
  readonly filter?: string
  /** Where script is. */
  readonly onFilter?: (filter: string) => void
  /** The code in the form right now, and the one that the server put there. */
  readonly chosen: string
  readonly start: string
  readonly isChecking: boolean
}

export function BundleTable({ order, texts, isChecking, ...choice }: BundleTableProps) {
  return (
    <section id="bundles" className="section" aria-labelledby="bundles-heading">
      <h2 id="bundles-heading">{texts.bundlesHeading}</h2>
      {order === undefined ? (
        <BundlesLater texts={texts} isChecking={isChecking} />
      ) : (
        <Bundles order={order} texts={texts} {...choice} />
      )}
    </section>
  )
}

function BundlesLater({ texts, isChecking }: Pick<BundleTableProps, 'texts' | 'isChecking'>) {
  return isChecking ? <SkeletonRows text={texts.bundlesLoading} /> : <p className="quiet">{texts.bundlesLater}</p>
}

type BundlesProps = Omit<BundleTableProps, 'isChecking' | 'order'> & { readonly order: OrderView }

function Bundles({ order: { id, list }, texts, filter, onFilter, chosen, start }: BundlesProps) {
  if (list === 'unavailable') return <Note tone="wait">{texts.bundlesUnavailable}</Note>
  const { rows, filters, headings, isPart, turns = [] } = list
  if (rows.length === 0) return <Empty heading={texts.bundlesNone} text={texts.bundlesNoneText} />

  const kind = shownKind(filter, filters)
  const ofKind = rowsOfKind(rows, kind)
  // What is chosen stays in sight, or else it would leave the form unseen.
  const shown = rows.filter((row) => ofKind.includes(row) || row.code === chosen)
  const asked = isPart && { page: '1', ...(chosen && { bundle: chosen }) }
  const links = filters.map(({ kind: each, label }) => ({
    href: `?${new URLSearchParams({ order: id, filter: each, ...asked })}`,
    label,
    isCurrent: each === kind,
    // Of a list in parts the others are not here.
    ...(onFilter && !isPart && { onPick: () => onFilter(each) }),
  }))
  return (
    <>
      {links.length > 0 && <LinkChips label={texts.filterLegend} links={links} layout="slide" />}
      <p className="hint list-note">
        {texts.sortNote} {texts.gigabyteNote}
      </p>
      {headings.map(({ text, more }, group) => {
        const own = shown.filter((row) => row.group === group)
        return (
          (own.length > 0 || more) && (
            <Fragment key={text}>
              <h3 className="section">{text}</h3>
              <ul className="bundles">
                {group === shown[0]?.group && <Heads texts={texts} />}
                {own.map((row) => (
                  <BundleRow
                    key={row.code}
                    row={row}
                    texts={texts}
                    isStart={row.code === start}
                    isChosen={row.code === chosen}
                  />
                ))}
              </ul>
              {more && <More {...more} chosen={chosen} />}
            </Fragment>
          )
        )
      })}
      {turns.map((turn) => (
        <More key={turn.search} {...turn} chosen={chosen} />
      ))}
    </>
  )
}

function Heads({ texts }: Pick<BundlesProps, 'texts'>) {
  return (
    <li className="heads" aria-hidden="true">
      <span>{texts.columnGives}</span>
      <span>{texts.columnEnds}</span>
      <span>{texts.columnPerMb}</span>
      <span>{texts.columnPrice}</span>
    </li>
  )
}

interface MoreProps {
  readonly search: string
  readonly text: string
  readonly chosen: string
}

function More({ search, text, chosen }: MoreProps) {
  return (
    <p>
      <a className="link" href={chosen === '' ? search : `${search}&bundle=${chosen}`}>
        {text}
      </a>
    </p>
  )
}
