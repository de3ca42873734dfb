import type { BundleRow as Row } from '../bundles/bundle-rows.ts'
import { Icon } from '../ui/icon.tsx'
import { Tag } from '../ui/tag.tsx'
import type { RechargePage } from './recharge-page.ts'

interface BundleRowProps {
  readonly row: Row
  readonly texts: RechargePage['texts']
  readonly isStart: boolean
  readonly isChosen: boolean
}

export function BundleRow({ row, texts, isStart, isChosen }: BundleRowProps) {
  const [before = '', after = ''] = texts.ends.split('{end}')
  return (
    <li className={isChosen ? 'chosen' : undefined}>
      <label className="bundle">
        <input type="radio" name="bundle" value={row.code} defaultChecked={isStart || isChosen} />
        <span className="gives">
          {row.gives} <small>{row.plan}</small>
        </span>
        <span className="ends">
          {row.ends === undefined ? (
            texts.validityUnlimited
          ) : (
            <>
              {before}
              <span className="whole">{row.ends}</span>
              {after}
            </>
          )}
          {row.isCheapest && (
            <>
              {' '}
              <Tag tone="ok">{texts.cheapest}</Tag>
            </>
          )}
        </span>
        <span className="per-mb">
          {row.perMb}
          {row.bar !== undefined && <PriceBar length={row.bar} />}
        </span>
        <span className="price">{row.price}</span>
      </label>
      {isChosen && <Details row={row} texts={texts} />}
    </li>
  )
}

function PriceBar({ length }: { readonly length: number }) {
  return (
    <svg width="88" height="4" aria-hidden="true">
      <path d={`M${88 - length} 0H88V4H${88 - length}Z`} />
    </svg>
  )
}

function Details({ row, texts }: Pick<BundleRowProps, 'row' | 'texts'>) {
  return (
    <ul className="details">
      {row.about !== undefined && (
        <li>
          <Icon name="info" />
          <span>{row.about}</span>
        </li>
      )}
      <li>
        <Icon name="tick" />
        <span>
          {row.endsInFull === undefined ? texts.noExpiryText : <b>{texts.ends.replace('{end}', row.endsInFull)}.</b>}{' '}
          {row.endsInFull !== undefined && texts.endsAfterPurchase} {texts.renewsNot}
        </span>
      </li>
      {row.perMb !== undefined && row.endsInFull !== undefined && (
        <li>
          <Icon name="info" />
          <span>{texts.afterwards}</span>
        </li>
      )}
    </ul>
  )
}
