import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { Tag } from '../ui/chips.tsx'
import { Empty, Note, Sign, toneSigns } from '../ui/notes.tsx'
import { BundleList, type BundleListing, type TextLink } from './bundle-list.tsx'
import type { PickerTexts, BundleRow as Row } from './bundle-rows.ts'

export interface BundlePickerProps {
  readonly texts: PickerTexts
  /** Undefined before a line is known, and `unavailable` while the catalogue cannot be read. */
  readonly listing?: BundleListing<Row> | 'unavailable' | undefined
  readonly retry?: TextLink
  /** The code in the form from the server. */
  readonly start: string
  /** The code in the form right now, where script knows it: its row shows more. */
  readonly chosen?: string
  /** The text in place of a missing list. */
  readonly waiting?: ReactNode
  readonly error?: ReactNode
}

/** Shows every bundle of a line with its price and its end. */
export function BundlePicker({ texts, error, ...picking }: BundlePickerProps) {
  return (
    <section className="section" aria-labelledby="bundles">
      <h2 id="bundles">{texts.bundlesHeading}</h2>
      {error}
      <Bundles texts={texts} {...picking} />
    </section>
  )
}

function Bundles({ texts, listing, retry, start, chosen, waiting }: Omit<BundlePickerProps, 'error'>) {
  if (listing === undefined) return waiting
  if (listing === 'unavailable')
    return (
      <>
        <Note tone="wait">{texts.bundlesUnavailable}</Note>
        {retry !== undefined && (
          <p className="field">
            <ButtonLink href={retry.href} variant="second">
              {retry.text}
            </ButtonLink>
          </p>
        )}
      </>
    )
  if (listing.groups.length === 0) return <Empty heading={texts.bundlesNone} text={texts.bundlesNoneText} />
  return (
    <BundleList
      listing={listing}
      filterLabel={texts.filterLegend}
      note={texts.listNote}
      heads={[texts.columnGives, texts.columnEnds, texts.columnPerMb, texts.columnPrice]}
      drawRow={(row, isFirst) => (
        <BundleRow
          key={row.code}
          id={isFirst ? 'bundle' : undefined}
          row={row}
          texts={texts}
          isStart={row.code === start}
          isChosen={row.code === chosen}
        />
      )}
    />
  )
}

interface BundleRowProps {
  readonly row: Row
  readonly texts: PickerTexts
  /** The id of the row that an error links to. */
  readonly id?: string | undefined
  readonly isStart: boolean
  readonly isChosen: boolean
}

function BundleRow({ row, texts, id, isStart, isChosen }: BundleRowProps) {
  const [before = '', after = ''] = texts.ends.split('{end}')
  return (
    <li className={isChosen ? 'chosen' : undefined}>
      <label className="bundle">
        <input type="radio" name="bundle" id={id} value={row.code} defaultChecked={isStart || isChosen} />{' '}
        <span className="gives">
          {row.gives} <small>{row.plan}</small>
        </span>{' '}
        <span className="ends">
          {row.ends === undefined ? (
            texts.validityUnlimited
          ) : (
            <>
              {before}
              <span className="whole">{row.ends}</span>
              {after}
              {texts.afterEnd}
            </>
          )}
          {row.isCheapest && (
            <>
              {' '}
              <Tag tone="ok">{texts.cheapest}</Tag>
            </>
          )}
        </span>{' '}
        <span className="per-mb">
          {row.perMb}
          {row.bar !== undefined && <PriceBar length={row.bar} />}
        </span>{' '}
        <span className="price">{row.price}</span>
      </label>
      {isChosen && <Details row={row} texts={texts} />}
    </li>
  )
}

function PriceBar({ length }: { readonly length: number }) {
  return (
    <svg width="88" height="4" aria-hidden="true">
      <path d={`M${88 - length} 2H88`} />
    </svg>
  )
}

function Details({ row, texts }: Pick<BundleRowProps, 'row' | 'texts'>) {
  const { about, perMb, ends } = row
  return (
    <ul className="details">
      {about !== undefined && (
        <li>
          <Sign path={toneSigns.info} />
          <span>{about}</span>
        </li>
      )}
      <li>
        <Sign path={toneSigns.ok} />
        <span>
          {ends === undefined ? texts.noExpiryText : <b>{texts.ends.replace('{end}', ends)}.</b>}{' '}
          {ends !== undefined && texts.endsAfterPurchase} {texts.renewsNot}
        </span>
      </li>
      {perMb !== undefined && ends !== undefined && (
        <li>
          <Sign path={toneSigns.info} />
          <span>{texts.afterwards}</span>
        </li>
      )}
    </ul>
  )
}
