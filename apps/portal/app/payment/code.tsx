import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { PendingCode } from '@nyanja/server/otp/one-time-codes'
import type { Order } from '@nyanja/server/payments/orders'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { CodePage } from '../code/code-page.tsx'
import { type CodeAnswer, codePressed, codeView } from '../code/code-step.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { unbroken } from '../format/text.ts'
import { segmentOf } from '../order/methods.ts'
import { hrefsAt, orderAtPage, orderIn } from '../order/order-page.ts'
import { type Consent, waitHref } from '../order/pending-request.ts'
import { proofHeader } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/code'
import { confirmConsent, consentAt, currencyIn } from './consent.ts'
import { methodFor, placeOf } from './payer-code.ts'
import { nextAfterPin } from './pin.tsx'

interface PayerCode {
  readonly order: Order
  readonly pending: PendingCode
  readonly consent: Consent
}

/** The page for the code of a payer; back leads to the payment method that requires it. */
export function payerCodeView(portal: Portal, url: URL, { order, pending, consent }: PayerCode) {
  const { market, content } = portal
  const method = methodFor(pending.purpose)
  const backHref = hrefsAt(url).paymentStart({
    order: order.id,
    ...(method !== undefined && { method: segmentOf(method, market) }),
    ...currencyIn(consent),
  })
  const { otherMethod, codeFor } = content.page('orp-translation', languageOf(url, market))
  const { charged } = consent
  return {
    ...codeView(portal, url, pending, { backHref, otherMethod: otherMethod }),
    pays: charged && fill(codeFor, { amount: unbroken(displayMoney(charged)) }),
  }
}

export const handle = { group: 'code', module: ['code', 'dialog'] }

async function standing(portal: Portal, url: URL, order: Order) {
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const consent = consentAt(portal, url, order)
  return { consent, confirmed: await confirmConsent(portal, consent, { order, url, texts }) }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { order } = await orderAtPage(portal, url, 'choose')
  const { consent, confirmed } = await standing(portal, url, order)
  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', placeOf(consent))
  if (pending === undefined)
    throw redirect(hrefsAt(url).paymentStart({ order: order.id, ended: 'code', ...currencyIn(consent) }))
  const view = payerCodeView(portal, url, { order, pending, consent })
  if (confirmed.outcome === 'confirmed') return data({ view, moved: undefined }, { headers: privateHeaders })
  const { note, nextText } = confirmed
  return data(
    { view: { ...view, texts: { ...view.texts, otherMethod: nextText } }, moved: note },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const { consent, confirmed } = await standing(portal, url, order)
  // Neither an attempt nor another message is spent on an outdated amount.
  if (confirmed.outcome === 'moved')
    return data<CodeAnswer>({ note: confirmed.note }, { status: 409, headers: privateHeaders })

  const pressed = await codePressed(
    portal,
    { url, request },
    {
      place: placeOf(consent),
      clientIp: context.get(clientIpContext),
      waitHref: (level, ref) => waitHref(portal, { order, consent, level, values: { ref } }, to),
    },
  )
  if (pressed.verified === undefined) return pressed.answer
  const { uniqueCode, purpose } = pressed.verified
  const { quote } = confirmed
  const begin = () => portal.pinPayments.begin(order, { uniqueCode }, quote && { quote })
  const next =
    purpose === 'airtime_payment'
      ? to.airtimeConfirm({ order: order.id })
      : nextAfterPin(await begin(), order, to, quote?.charged.currency)
  return redirect(next, { status: 303, headers: { ...privateHeaders, ...(await proofHeader(uniqueCode)) } })
}

export const headers = pageHeaders

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const { view, moved } = loaderData
  if (moved !== undefined) return <CodePage view={view} answer={{ note: moved }} isOver />
  return (
    <CodePage view={view} answer={actionData}>
      {view.pays !== undefined && <p>{view.pays}</p>}
    </CodePage>
  )
}
