import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import { data, redirect } from 'react-router'
import { pageHeaders, soonStaleHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { mapHeaders, mapView } from '../map/map-view.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { StructuredData } from '../ui/markup.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/shop'
import { hoursRows, idOfPage, serviceText, shopFacts, shopInData, shopPage } from './shop-view.ts'
import { queryOf } from './store-query.ts'
import { OpenLine, ShopActions } from './store-result.tsx'

export const handle = { group: 'stores', module: 'map' }

export const headers = pageHeaders

/** The zoom is near enough to see the streets around it, where the map has any. */
const shopZoom = 13

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content, places, publicOrigin } = portal
  const to = hrefs(languagePrefixOf(url.pathname))
  const language = languageOf(url, market)
  const texts = content.page('storeLocator-translation', language)
  const shop = await places.shops.shop(idOfPage(params.shop))
  if (shop === undefined) return data({ texts, allHref: to.shops(), shop }, { status: 404, headers: soonStaleHeaders })
  // A renamed shop keeps its old addresses.
  if (params.shop !== shopPage(shop)) throw redirect(to.shop(shopPage(shop)), 308)
  const facts = shopFacts(shop, { texts, language, to, market, shops: places.shops })
  const view = {
    ...facts,
    kind: shop.kind === 'own' ? texts.own : texts.dealer,
    hours: facts.open === undefined ? [] : hoursRows(shop.hours, texts),
    services: shop.services.map((service) => serviceText(service, texts)),
    mapsHref: `geo:${shop.latitude},${shop.longitude}?q=${shop.latitude},${shop.longitude}(${encodeURIComponent(facts.title)})`,
    others: {
      href: to.shops(queryOf({ kind: shop.kind, radiusKm: 100 }, shop.town)),
      text: fill(texts.otherShops, { place: shop.town }),
    },
    map: mapView(portal, url, {
      place: { lat: shop.latitude, lng: shop.longitude, label: facts.title, zoom: shopZoom },
    }),
    inData: shopInData(translate(shop, language), { url: `${publicOrigin}${facts.href}`, brand: market.brand, market }),
  }
  return data(
    { texts, allHref: to.shops(), shop: view },
    { headers: { ...soonStaleHeaders, ...mapHeaders(portal, 'stores') } },
  )
}

export default function ShopPage({ loaderData: { texts, allHref, shop } }: Route.ComponentProps) {
  const title = shop?.title ?? texts.goneTitle
  return (
    <>
      <PageTitle title={title} {...(shop && { description: `${shop.kind}: ${shop.address}. ${shop.phone}` })} />
      <PageHero
        title={title}
        meta={
          <a className="link" href={allHref}>
            <Icon name="back" />
            {texts.allShops}
          </a>
        }
      />
      <div className="wrap stores shop">
        {shop === undefined ? (
          <>
            <p className="address">{texts.goneText}</p>
            <p className="row section">
              <ButtonLink href={allHref}>{texts.title}</ButtonLink>
            </p>
          </>
        ) : (
          <div className="columns even">
            <div>
              <p className="quiet">{shop.kind}</p>
              <p className="address">{shop.address}</p>
              <OpenLine shop={shop} />
              <ShopActions shop={shop} texts={texts} />
              <a className="link" href={shop.mapsHref}>
                <Icon name="pin" />
                {texts.openInMaps}
              </a>
              <Hours rows={shop.hours} texts={texts} />
              <Services services={shop.services} heading={texts.services} />
              <p className="section">
                <a className="link" href={shop.others.href}>
                  {shop.others.text}
                </a>
              </p>
              <StructuredData data={shop.inData} />
            </div>
            <div className="side">
              <MapFrame map={shop.map} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

interface HoursProps {
  readonly rows: ReturnType<typeof hoursRows>
  readonly texts: Route.ComponentProps['loaderData']['texts']
}

function Hours({ rows, texts }: HoursProps) {
  return (
    <section aria-labelledby="hours">
      <h2 id="hours">{texts.hours}</h2>
      {rows.length === 0 ? (
        <p>{texts.hoursUnknown}</p>
      ) : (
        <dl className="hours">
          {rows.map(({ days, hours }) => (
            <div key={days}>
              <dt>{days}</dt>
              <dd>{hours}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Services({ services, heading }: { readonly services: readonly string[]; readonly heading: string }) {
  if (services.length === 0) return null
  return (
    <section aria-labelledby="services">
      <h2 id="services">{heading}</h2>
      <ul className="services">
        {services.map((service) => (
          <li key={service}>
            <Icon name="tick" />
            {service}
          </li>
        ))}
      </ul>
    </section>
  )
}
