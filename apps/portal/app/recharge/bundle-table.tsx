import { LinkChips } from '../ui/chips.tsx'
import { Empty } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { BundleRow } from './bundle-row.tsx'
import type { OrderView, RechargePage } from './recharge-page.ts'
import { rowsOfKind, shownKind } from './recharge-view.ts'

interface BundleTableProps {
  readonly texts: RechargePage['texts']
  readonly order?: OrderView
  readonly filter: string | null
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

function Bundles({ order: { id, rows, filters }, texts, filter, chosen, start }: BundlesProps) {
  if (rows === 'unavailable') return <Note tone="wait">{texts.bundlesUnavailable}</Note>
  if (rows.length === 0) return <Empty heading={texts.bundlesNone} text={texts.bundlesNoneText} />

  const kind = shownKind(filter, filters)
  const ofKind = rowsOfKind(rows, kind)
  // What is chosen stays in sight, or else it would leave the form unseen.
  const shown = rows.filter((row) => ofKind.includes(row) || row.code === chosen)
  const links = filters.map(({ kind: each, label }) => ({
    href: `?${new URLSearchParams({ order: id, filter: each })}`,
    label,
    isCurrent: each === kind,
  }))
  return (
    <>
      {links.length > 0 && <LinkChips label={texts.filterLegend} links={links} layout="slide" />}
      <p className="hint list-note">
        {texts.sortNote} {texts.gigabyteNote}
      </p>
      <ul className="bundles">
        <li className="heads" aria-hidden="true">
          <span>{texts.columnGives}</span>
          <span>{texts.columnEnds}</span>
          <span>{texts.columnPerMb}</span>
          <span>{texts.columnPrice}</span>
        </li>
        {shown.map((row) => (
          <BundleRow
            key={row.code}
            row={row}
            texts={texts}
            isStart={row.code === start}
            isChosen={row.code === chosen}
          />
        ))}
      </ul>
    </>
  )
}
