import { fill } from '@nyanja/domain/texts/fill'
import { Fragment } from 'react'
import { MapFrame } from '../map/map-frame.tsx'
import type { MapView } from '../map/map-view.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LinkChips } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Empty } from '../ui/notes.tsx'
import type { ShopCard, ShopFacts, StoreTexts } from './shop-view.ts'
import type { Choice, PlaceLink, StoreResult as Result } from './store-view.ts'

interface ShopListProps {
  readonly shops: readonly ShopCard[]
  readonly texts: StoreTexts
}

/** Lists shops, numbered as on the map, nearest first. */
function ShopList({ shops, texts }: ShopListProps) {
  return (
    <ol className="shops">
      {shops.map((shop) => (
        <li data-pin={shop.id} tabIndex={-1} key={shop.id}>
          {/* The list counts too, where style sheets are not read. */}
          <span className="pin" aria-hidden="true" data-room={shop.number} />
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
      </a>{' '}
      <a className="link" href={directionsHref} rel="noreferrer" aria-label={fill(texts.directionsTo, { shop: title })}>
        <Icon name="direction" />
        {texts.directions}
      </a>
    </p>
  )
}

interface StoreResultProps {
  readonly result: Result
  readonly texts: StoreTexts
  readonly map?: MapView
}

export function StoreResult({ result, texts, map }: StoreResultProps) {
  switch (result.kind) {
    case 'start':
      return <PlaceLinks heading={texts.townsHeading} nextLinks={result.towns} />
    case 'found':
      return (
        <section aria-labelledby="count">
          <h2 id="count" className="hint">
            {result.count}
          </h2>
          {result.roughly !== undefined && <p>{result.roughly}</p>}
          {map?.hasGround && (
            <a className="link narrow" href="#map">
              <Icon name="pin" />
              {texts.seeMap}
            </a>
          )}
          <PlaceLinks heading={texts.alternatives} nextLinks={result.likely} />
          <div className="columns even">
            <ShopList shops={result.shops} texts={texts} />
            {map !== undefined && (
              <div className="side" id="map">
                <MapFrame map={map} />
              </div>
            )}
          </div>
        </section>
      )
    case 'none':
      return (
        <section role="status">
          <Empty level={2} heading={texts.noResults} text={result.text}>
            <p className="row">
              {result.nextLinks.map(({ href, text }, at) => (
                <Fragment key={href}>
                  <ButtonLink href={href} variant={at === 0 ? 'primary' : 'second'}>
                    {text}
                  </ButtonLink>{' '}
                </Fragment>
              ))}
            </p>
          </Empty>
          {result.roughly !== undefined && <p>{result.roughly}</p>}
          <PlaceLinks heading={texts.alternatives} nextLinks={result.likely} />
        </section>
      )
    case 'unknown':
      return (
        <section role="status">
          <Empty level={2} heading={result.heading} text={texts.unknownText} />
          <PlaceLinks heading={texts.alternatives} nextLinks={result.likely} />
        </section>
      )
    case 'failed':
      return (
        <section role="status">
          <Empty level={2} heading={texts.noResultMobile} text={result.text}>
            {result.retryHref !== undefined && <ButtonLink href={result.retryHref}>{texts.tryAgain}</ButtonLink>}
          </Empty>
        </section>
      )
  }
}

function PlaceLinks({ heading, nextLinks }: { readonly heading: string; readonly nextLinks: readonly PlaceLink[] }) {
  if (nextLinks.length === 0) return null
  return (
    <nav className="ways" aria-labelledby="ways">
      <h2 id="ways" className="hint">
        {heading}
      </h2>
      <ul className="chips">
        {nextLinks.map(({ href, text }) => (
          <li key={href}>
            <a className="face" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ChoicesProps {
  readonly label: string
  readonly name: string
  readonly choices: readonly Choice[]
}

/** Links, or buttons of the form around them that send the visitor's position along. */
export function Choices({ label, name, choices }: ChoicesProps) {
  const links = choices.flatMap(({ href, ...choice }) => (href === undefined ? [] : [{ ...choice, href }]))
  if (links.length > 0) return <LinkChips label={label} links={links} layout="slide" />
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons ask again, they are no fields
    <div className="chips slide" role="group" aria-label={label}>
      {choices.map(({ label: word, value, isCurrent }) => (
        <Fragment key={value}>
          <button
            type="submit"
            className="face"
            name={name}
            value={value}
            aria-current={isCurrent ? 'true' : undefined}
          >
            {word}
          </button>{' '}
        </Fragment>
      ))}
    </div>
  )
}
