import { computeSuccessShare, getSymptom, isSufficient, type Symptom } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Figures, MethodFigures } from '@nyanja/server/payments/service-figures'
import { clockOf, durationText } from '@nyanja/web/format/clock'
import { data } from 'react-router'
import { soonStaleHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { methodName, methodOptions } from '../order/methods.ts'
import { languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Tag } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sign, type Tone } from '../ui/notes.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import type { Route } from './+types/service-status'

type Faring = Omit<MethodFigures, 'gatewaysOff'>

export type ServiceTexts = ContentPackages['service-status-translation']

export interface FigureCell {
  readonly value: string
  readonly note?: string
}

export interface FigureRow {
  readonly name: string
  readonly hour: FigureCell
  readonly day: FigureCell
}

export interface MethodHealth {
  readonly tag: string
  readonly tone: Tone
  /** There is none where there is nothing to show. */
  readonly rows: readonly FigureRow[]
}

interface State {
  readonly text: keyof ServiceTexts
  readonly tone: Tone
}

const symptomStates: Readonly<Record<Symptom, State>> = {
  waits: { text: 'waits', tone: 'wait' },
  some_fail: { text: 'someFail', tone: 'wait' },
  many_fail: { text: 'manyFail', tone: 'bad' },
}

function stateOf({ isOpen, standing: { isAvailable, record } }: Faring): State {
  if (!isOpen) return { text: 'switchedOff', tone: 'bad' }
  if (!isAvailable) return { text: 'setAside', tone: 'bad' }
  if (!isSufficient(record)) return { text: 'quiet', tone: 'info' }
  const symptom = getSymptom(record)
  return symptom === undefined ? { text: 'well', tone: 'ok' } : symptomStates[symptom]
}

type Cell = (figures: Figures, texts: ServiceTexts) => FigureCell

const count = (number: number) => number.toLocaleString('en')

const wentThrough: Cell = (figures, texts) => {
  const share = computeSuccessShare(figures)
  if (share === undefined || !isSufficient(figures)) return { value: texts.tooFew }
  return {
    // The share is rounded down, so that only a perfect record is 100 %.
    value: fill(texts.percent, { percent: Math.floor(share * 100) }),
    note: fill(figures.isSample ? texts.ofLatest : texts.ofCount, { count: count(figures.tries) }),
  }
}

const usualTime: Cell = ({ medianToCreditMs, ...figures }, texts) =>
  medianToCreditMs === undefined || !isSufficient(figures)
    ? { value: texts.noFigure }
    : { value: durationText(medianToCreditMs, texts) }

const sentBack: Cell = ({ refunds, medianToRefundMs }, texts) => {
  if (refunds === 0) return { value: texts.nothing }
  const note =
    medianToRefundMs === undefined
      ? texts.underWay
      : fill(texts.within, { time: durationText(medianToRefundMs, texts) })
  return { value: count(refunds), note }
}

const rows = [
  { name: 'wentThrough', cell: wentThrough },
  { name: 'usualTime', cell: usualTime },
  { name: 'sentBack', cell: sentBack },
] as const satisfies readonly { name: keyof ServiceTexts; cell: Cell }[]

const isEmptyText = ({ day }: Faring) => !isSufficient(day) && day.refunds === 0

/** Describes the health of a method as text. */
export function healthView(figures: Faring, texts: ServiceTexts): MethodHealth {
  const { text, tone } = stateOf(figures)
  return {
    tag: texts[text],
    tone,
    rows: isEmptyText(figures)
      ? []
      : rows.map(({ name, cell }) => ({
          name: texts[name],
          hour: cell(figures.hour, texts),
          day: cell(figures.day, texts),
        })),
  }
}

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
      const { method, sign } = option
      const off = options.filter(({ gateway }) => its.gatewaysOff.includes(gateway))
      return {
        method,
        sign,
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
          {methods.map(({ method, name, sign, off, ...health }) => (
            <section key={method} aria-labelledby={method}>
              <h2 id={method}>
                <Sign path={sign} />
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
      <b className={/\d/.test(value) ? undefined : 'quiet'}>{value}</b> {note !== undefined && <small>{note}</small>}
    </td>
  )
}
