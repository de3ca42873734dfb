import { fill } from '@nyanja/domain/texts/fill'
import { Icon } from '../ui/icon.tsx'
import type { StoreTexts } from './shop-texts.ts'
import type { ShopCard, ShopFacts } from './shop-view.ts'

interface ShopListProps {
  readonly shops: readonly ShopCard[]
  readonly texts: StoreTexts
}

/** Numbered as on the map, nearest first. */
export function ShopList({ shops, texts }: ShopListProps) {
  return (
    <ol className="shops">
      {shops.map((shop) => (
        <li data-pin={shop.id} tabIndex={-1} key={shop.id}>
          <span className="pin" aria-hidden="true">
            {shop.number}
          </span>
          <div>
            <h3>
              <a href={shop.href}>{shop.title}</a> <small className="quiet">{shop.distance}</small>
            </h3>
            <p>{shop.address}</p>
            <OpenLine shop={shop} />
            <p className="hint">{shop.services}</p>
            <ShopActions shop={shop} texts={texts} />
          </div>
        </li>
      ))}
    </ol>
  )
}

export function OpenLine({ shop: { open } }: { readonly shop: Pick<ShopFacts, 'open'> }) {
  return open === undefined ? null : (
    <p className={open.tone}>
      <b className="small">{open.text}</b>
    </p>
  )
}

export function ShopActions({ shop, texts }: { readonly shop: ShopFacts; readonly texts: StoreTexts }) {
  const { title, phone, callHref, directionsHref } = shop
  return (
    <p className="row">
      <a className="link" href={callHref} aria-label={`${fill(texts.callShop, { shop: title })}, ${phone}`}>
        <Icon name="call" />
        {phone}
      </a>
      <a className="link" href={directionsHref} rel="noreferrer" aria-label={fill(texts.directionsTo, { shop: title })}>
        <Icon name="way" />
        {texts.directions}
      </a>
    </p>
  )
}
