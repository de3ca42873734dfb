import { createHash } from 'node:crypto'
import { fill } from '@nyanja/domain/texts/fill'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import { clockOf } from '@nyanja/web/format/clock'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { translateChoice } from '../format/bundle-texts.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts } from '../format/text.ts'
import { correctionView } from '../order/correction-note.ts'
import { customerStageOf } from '../order/customer-stage.ts'
import { NoticePanel } from '../order/notice-panel.tsx'
import { findPayment, hrefsAt } from '../order/order-page.ts'
import { isOwner } from '../order/proof-cookie.ts'
import { inLanguage, languageOf, languagePrefixOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { isFresh, keepStep, keepView, mayKeep } from '../saved-numbers/save-number.tsx'
import type { Route } from './+types/status'
import { hasReceipt, receiptKb } from './receipt-document.ts'
import { remindStep, remindView } from './reminders/remind-me.tsx'
import { StatusPage } from './status-page.tsx'
import { statusView } from './status-view.ts'

export const handle = { group: 'receipt', module: ['share', 'status'] }

const shownTexts = [
  'back',
  'progress',
  'refreshNote',
  'refreshUnanswered',
  'refreshStopped',
  'summary',
  'reference',
  'transactionId',
  'copy',
  'copied',
  'copyByHand',
  'noPrint',
  'share',
  'shareText',
  'linkCopied',
  'print',
  'linkNote',
] as const

/** A typed account opens its invoices; the amount due of a line is shown to a visitor who has proven to hold it. */
async function mayKnowRest(portal: Portal, request: Request, order: PlacedOrder): Promise<boolean> {
  if (order.payLink !== undefined) return false
  return order.choice.kind === 'invoice' || (order.choice.kind === 'bill' && (await isOwner(portal, request, order)))
}

/** A payment that the portal does not know, or knows only from its provider: then a person is looking at it. */
async function noticeWithout(portal: Portal, url: URL, id: string | undefined) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const number = market.customerCareNumber
  const isLost = id !== undefined && (await portal.progress.isLost(id))
  const notice = isLost
    ? {
        ...{ title: texts.headingReview, text: fill(texts.statusLostText, { id }) },
        ...{ href: `tel:${number}`, button: fill(texts.callCare, { number }) },
      }
    : {
        ...{ title: texts.statusUnknownTitle, text: texts.statusUnknownText },
        href: hrefsAt(url).findPayment(),
        button: content.page('find-payment-translation', language).pageTitle,
      }
  return data({ notice }, { status: isLost ? 200 : 404, headers: privateHeaders })
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const to = hrefsAt(url)
  const id = params.id ?? url.searchParams.get('id') ?? undefined
  const payment = await findPayment(portal, id)
  if (payment === undefined || id === undefined) return noticeWithout(portal, url, id)
  const holdsOrder = holds(url, payment)
  const order = translateChoice(payment.order, language)
  const again = await portal.repurchases.isOffered(payment)
  const gift = await portal.giftStanding(payment)
  const view = statusView(
    { ...payment, order },
    {
      texts,
      bundleTexts: content.page('recharge-translation', language),
      clock: clockOf(market, language),
      now: portal.now(),
      countryCode: market.numbers.countryCode,
      careNumber: market.customerCareNumber,
      pinResetDial: market.pinResetDial,
      to,
      paymentId: id,
      holdsOrder,
      gift,
      mayKnowRest: holdsOrder && (await mayKnowRest(portal, request, payment.order)),
      ...(again && { again: { href: to.again(id), text: content.page('again-translation', language).link } }),
    },
  )
  return data(
    {
      id,
      view,
      watchHref: to.statusState(id),
      // Polling is limited for this method alone.
      ...(payment.attempt.method === 'mpesa' &&
        !view.isFinal && { poll: { pauseSeconds: 10, maxTries: market.paymentMaxTry } }),
      backHref: inLanguage(pageBeforePayment(payment.order, holdsOrder), languagePrefixOf(url.pathname)),
      shareHref: to.status(id),
      ...(hasReceipt(payment, portal.now()) && {
        receipt: {
          href: to.receiptFile(id),
          text: fill(content.page('receipt-translation', language).link, { size: receiptKb }),
        },
      }),
      correction: await correctionView(portal, url, { payment, holdsOrder }),
      ...(mayKeep(payment, { customerStage: view.customerStage, holdsOrder, now: portal.now() }) && {
        keep: await keepView(portal, request, url, { msisdn: payment.order.msisdn, payment: again ? id : undefined }),
      }),
      ...(isFresh(payment, { customerStage: view.customerStage, holdsOrder, now: portal.now() }) && {
        remind: await remindView(portal, url, payment),
      }),
      ...(!holdsOrder && { orderDigest: digestOf(payment.order.id) }),
      texts: pickTexts(texts, shownTexts),
    },
    { headers: privateHeaders },
  )
}

/** Saves the number of a payment on its customer's phone, or begins a reminder. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const id = params.id ?? url.searchParams.get('id') ?? ''
  const payment = await findPayment(portal, id)
  const go = (href: string, cookie?: string) =>
    redirect(href, { status: 303, headers: { ...privateHeaders, ...(cookie && { 'set-cookie': cookie }) } })
  if (payment === undefined) return go(to.status(id))
  const now = portal.now()
  const seen = { customerStage: customerStageOf(payment, now), holdsOrder: holds(url, payment), now }
  const { msisdn, id: order } = payment.order
  const form = await request.formData()
  if (form.has('remind') && isFresh(payment, seen)) {
    await remindStep(portal, url, payment, readField(form, 'remind'))
    return go(`${to.status(id, order)}#remind`)
  }
  if (!mayKeep(payment, seen)) return go(to.status(id))
  const typed = readField(form, 'label')
  const repeated = (await portal.repurchases.isOffered(payment)) ? id : undefined
  const kept = await keepStep(portal, request, url, { msisdn, payment: repeated, typed })
  return kept.outcome === 'fault'
    ? data({ fault: kept.fault }, { status: 400, headers: privateHeaders })
    : go(`${to.status(id, order)}#keep`, kept.cookie)
}

/** A pay-me link or an order's own page is for holders of the order; a copied status link shows neither. */
function pageBeforePayment({ redirectPage, payLink }: PlacedOrder, holdsOrder: boolean): string {
  if (holdsOrder) return redirectPage
  return payLink === undefined ? redirectPage.replace(/[?].*/, '') : '/'
}

const holds = (url: URL, { order }: OrderedPayment) => url.searchParams.get('order') === order.id

const digestOf = (orderId: string): string => createHash('sha256').update(orderId).digest('hex')

export const headers = pageHeaders

export default function Status({ loaderData, actionData }: Route.ComponentProps) {
  return 'notice' in loaderData ? (
    <NoticePanel {...loaderData.notice} />
  ) : (
    <StatusPage {...loaderData} fault={actionData?.fault} />
  )
}
