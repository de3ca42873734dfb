import { fill } from '@nyanja/domain/texts/fill'
import { data } from 'react-router'
import { clockOf } from '../format/clock.ts'
import { soonStaleHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { languagePrefixOf } from '../page-language.ts'
import { methodName, methodOptions } from '../payment/methods.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHero } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Tag } from '../ui/tag.tsx'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/service-status'
import { type FigureCell, healthView, type MethodHealth } from './service-view.ts'

export const handle = { group: 'content' }

export function headers() {
  return soonStaleHeaders
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { market, content, serviceFigures, now } = context.get(portalContext)
  if (!market.publicServiceStatus) throw data('Not found', { status: 404 })
  const language = languageOf(url, market)
  const texts = content.page('service-status-translation', language)
  const payTexts = content.page('orp-translation', language)
  const figures = await serviceFigures.all()
  const at = now()
  return {
    texts,
    countedAt: fill(texts.countedAt, { time: clockOf(market, language).day(at) }),
    methods: figures.flatMap((its) => {
      const options = methodOptions(market, payTexts).filter(({ method }) => method === its.standing.method)
      const [option] = options
      if (option === undefined) return []
      const { method, icon } = option
      const off = options.filter(({ gateway }) => its.gatewaysOff.includes(gateway))
      return {
        method,
        icon,
        name: methodName(method, payTexts),
        off: off.map(({ name }) => fill(texts.gatewayOff, { name })),
        ...healthView(its, texts),
      }
    }),
    callCare: fill(texts.callCare, { number: market.customerCareNumber }),
    careHref: `tel:${market.customerCareNumber}`,
    topUpHref: hrefs(languagePrefixOf(url.pathname)).recharge(),
  }
}

export default function ServiceStatus({
  loaderData: { texts, countedAt, methods, callCare, careHref, topUpHref },
}: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero title={texts.title} meta={<p>{countedAt}</p>} />
      <div className="wrap reading">
        <p className="lead">{texts.lead}</p>
        <div className="fares">
          {methods.map(({ method, name, icon, off, ...health }) => (
            <section key={method} aria-labelledby={method}>
              <h2 id={method}>
                <Icon name={icon} />
                {name}
              </h2>
              <Tag tone={health.tone}>{health.tag}</Tag>
              {off.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {health.rows.length === 0 ? (
                <p className="quiet">{texts.tooFewOfDay}</p>
              ) : (
                <FigureTable name={name} health={health} texts={texts} />
              )}
            </section>
          ))}
        </div>
        <section className="section">
          <h2>{texts.howHeading}</h2>
          <ul className="how">
            {[texts.howTime, texts.howOpen, texts.howOwn, texts.howBack].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
        <p className="section">
          <ButtonLink href={topUpHref}>{texts.topUp}</ButtonLink>
        </p>
        <p>
          <a className="link" href={careHref}>
            <Icon name="call" />
            {callCare}
          </a>
        </p>
      </div>
    </>
  )
}

interface FigureTableProps {
  readonly name: string
  readonly health: MethodHealth
  readonly texts: Route.ComponentProps['loaderData']['texts']
}

function FigureTable({ name, health: { rows }, texts }: FigureTableProps) {
  return (
    <table className="figures">
      <caption className="unseen">{name}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{texts.what}</span>
          </th>
          <th scope="col">{texts.lastHour}</th>
          <th scope="col">{texts.lastDay}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name: row, hour, day }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <Figure {...hour} />
            <Figure {...day} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Figure({ value, note }: FigureCell) {
  return (
    <td>
      <b className={/\d/.test(value) ? undefined : 'quiet'}>{value}</b>
      {note !== undefined && <small>{note}</small>}
    </td>
  )
}
