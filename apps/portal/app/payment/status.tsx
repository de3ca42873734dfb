import { createHash } from 'node:crypto'
import { data } from 'react-router'
import { correctionView } from '../corrections/correction-note.ts'
import { clockOf } from '../format/clock.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts } from '../format/pick-texts.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/status'
import { Calm } from './calm.tsx'
import { findPayment } from './find-payment.ts'
import { hrefsAt } from './order-page.ts'
import { StatusPage } from './status-page.tsx'
import { statusView } from './status-view.ts'

export const handle = { group: 'receipt', module: '/files/status.js' }

const shownTexts = [
  'progress',
  'refreshNote',
  'refreshStopped',
  'summary',
  'reference',
  'transactionId',
  'copy',
  'copied',
  'share',
  'shareText',
  'linkCopied',
  'print',
  'linkNote',
] as const

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const to = hrefsAt(url)
  const id = params.id ?? url.searchParams.get('id') ?? undefined
  const payment = await findPayment(portal, id)
  if (payment === undefined || id === undefined)
    return data(
      {
        calm: {
          title: texts.statusUnknownTitle,
          text: texts.statusUnknownText,
          href: to.home(),
          button: content.page('errors-translation', language).goHome,
        },
      },
      { status: 404, headers: privateHeaders },
    )
  const holdsOrder = url.searchParams.get('order') === payment.order.id
  const view = statusView(payment, {
    texts,
    bundleTexts: content.page('recharge-translation', language),
    clock: clockOf(market, language),
    now: portal.now(),
    countryCode: market.numbers.countryCode,
    careNumber: market.customerCareNumber,
    pinResetDial: market.pinResetDial,
    to,
    transaction: id,
    holdsOrder,
  })
  return data(
    {
      id,
      view,
      watchHref: to.statusState(id),
      shareHref: to.status(id),
      correction: await correctionView(portal, url, { payment, holdsOrder }),
      ...(!holdsOrder && { orderDigest: digestOf(payment.order.id) }),
      texts: pickTexts(texts, shownTexts),
    },
    { headers: privateHeaders },
  )
}

const digestOf = (orderId: string): string => createHash('sha256').update(orderId).digest('hex')

export const headers = pageHeaders

export default function Status({ loaderData }: Route.ComponentProps) {
  return 'calm' in loaderData ? <Calm {...loaderData.calm} /> : <StatusPage {...loaderData} />
}
