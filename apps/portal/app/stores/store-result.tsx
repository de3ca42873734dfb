import { MapFrame } from '../map/map-frame.tsx'
import type { MapView } from '../map/map-view.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { ShopList } from './shop-list.tsx'
import type { StoreTexts } from './shop-texts.ts'
import type { StoreResult as Result, Way } from './store-view.ts'

interface StoreResultProps {
  readonly result: Result
  readonly texts: StoreTexts
  /** Of what was found. */
  readonly map?: MapView
}

export function StoreResult({ result, texts, map }: StoreResultProps) {
  switch (result.is) {
    case 'start':
      return <Ways heading={texts.townsHeading} ways={result.towns} />
    case 'found':
      return (
        <section aria-labelledby="count">
          <h2 id="count" className="hint">
            {result.count}
          </h2>
          {result.roughly !== undefined && <p>{result.roughly}</p>}
          <a className="link narrow" href="#map">
            <Icon name="pin" />
            {texts.seeMap}
          </a>
          <Ways heading={texts.alternatives} ways={result.likely} />
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
              {result.ways.map(({ href, text }, at) => (
                <ButtonLink href={href} look={at === 0 ? 'primary' : 'second'} key={href}>
                  {text}
                </ButtonLink>
              ))}
            </p>
          </Empty>
          {result.roughly !== undefined && <p>{result.roughly}</p>}
          <Ways heading={texts.alternatives} ways={result.likely} />
        </section>
      )
    case 'unknown':
      return (
        <section role="status">
          <Empty level={2} heading={result.heading} text={texts.unknownText} />
          <Ways heading={texts.alternatives} ways={result.likely} />
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

function Ways({ heading, ways }: { readonly heading: string; readonly ways: readonly Way[] }) {
  if (ways.length === 0) return null
  return (
    <nav className="ways" aria-labelledby="ways">
      <h2 id="ways" className="hint">
        {heading}
      </h2>
      <ul className="chips">
        {ways.map(({ href, text }) => (
          <li className="chip" key={href}>
            <a className="face" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
