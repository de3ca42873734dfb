import type { CodeRequester, SendResult } from '@nyanja/server/otp/code-text'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { Order } from '@nyanja/server/payments/orders'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { privateHeaders } from '../format/headers.ts'
import type { Hrefs } from '../hrefs.ts'
import { hrefsAt } from '../order/order-page.ts'
import { waitHref } from '../order/pending-request.ts'
import { proofHeader } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { type CodeStep, codePressed, loadCodePage, toCodeStep } from './code-step.ts'

export interface OrderCodeRequest {
  readonly order: Order
  readonly requester: CodeRequester
}

interface OrderCode {
  /** The name of a pending request for the code. */
  readonly about: string
  /** The texts of the page that the code opens. */
  readonly texts: 'bill-translation' | 'broadband-translation'
  /** The order that the address names. Redirects where it names none. */
  readonly orderOf: (portal: Portal, url: URL) => Promise<Order>
  readonly placeOf: (order: Order) => OtpPlace
  /** The page that the code opens. */
  readonly pageHref: (to: Hrefs, order: Order) => string
  readonly codeHref: (to: Hrefs, order: Order, ref: string) => string
  readonly send: (portal: Portal, request: OrderCodeRequest) => Promise<SendResult>
}

/** The page of a code that shows what belongs to an order: a bill, or the balances of a router. */
export function createOrderCode({ about, texts, orderOf, placeOf, pageHref, codeHref, send }: OrderCode) {
  return {
    async loader({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>) {
      const portal = context.get(portalContext)
      const order = await orderOf(portal, url)
      const backHref = pageHref(hrefsAt(url), order)
      const { codeOther } = portal.content.page(texts, languageOf(url, portal.market))
      return loadCodePage(portal, url, { place: placeOf(order), backHref, otherMethod: codeOther })
    },

    async action({ request, url, context }: Pick<ActionFunctionArgs, 'request' | 'url' | 'context'>) {
      const portal = context.get(portalContext)
      const to = hrefsAt(url)
      const order = await orderOf(portal, url)
      const pressed = await codePressed(
        portal,
        { url, request },
        {
          place: placeOf(order),
          clientIp: context.get(clientIpContext),
          waitHref: (level, ref) => waitHref(portal, { order, level, values: { about, ref } }, to),
        },
      )
      if (pressed.verified === undefined) return pressed.answer
      const headers = { ...privateHeaders, ...(await proofHeader(pressed.verified.uniqueCode)) }
      return redirect(pageHref(to, order), { status: 303, headers })
    },

    /** Sends a code, and redirects to the page of the code. */
    async step(portal: Portal, { order, requester }: OrderCodeRequest, to: Hrefs): Promise<CodeStep> {
      const sent = await send(portal, { order, requester }).catch(() => undefined)
      return toCodeStep(sent, {
        codeHref: (ref) => codeHref(to, order, ref),
        waitHref: (level) => waitHref(portal, { order, level, values: { about }, begun: requester.token }, to),
      })
    },
  }
}
