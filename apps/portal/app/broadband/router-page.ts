import type { Order } from '@nyanja/server/payments/orders'
import { readField } from '@nyanja/web/format/read-field'
import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { waitForCodeText } from '../code/code-step.ts'
import { privateHeaders } from '../format/headers.ts'
import type { NumberAnswer } from '../number/number-form.tsx'
import { actOnNumber } from '../number-pages.ts'
import { hrefsAt } from '../order/order-page.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { forgetSaved, numberPageHeaders, savedChoice } from '../saved-numbers/saved-choice.ts'
import { balanceCodeStep } from './balance-code.tsx'
import { type BalanceView, balanceView, isAccountContact } from './balance-view.ts'
import { choiceMessage, codeMessage, numberOf, pageView } from './broadband-view.ts'
import { type BundleChoice, bundleChoice, choiceStep } from './bundle-choice-view.ts'
import { isRouterOrder, type RouterPage, routerOrder } from './router-step.ts'

export interface RouterView {
  readonly number: string
  readonly retryHref: string
  readonly balanceHref: string
  /** The bundles of a router; undefined for a phone, which buys on another page. */
  readonly choice?: BundleChoice
  /** What leads on from the balance of a phone: its top-up or its bill. */
  readonly onward?: 'recharge' | 'bill'
  /** Undefined when no visitor has proven to be the account contact, or the owner of the phone. */
  readonly balance?: BalanceView | 'unavailable'
}

interface RouterRequest {
  readonly page: RouterPage
  readonly request: Request
  readonly url: URL
}

export async function routerView(
  portal: Portal,
  order: Order,
  { page, request, url }: RouterRequest,
): Promise<RouterView> {
  const to = hrefsAt(url)
  const isShown = page === 'balance' && (await isAccountContact(portal, request, order))
  const isRouter = await isRouterOrder(portal, order)
  const [choice, balance] = await Promise.all([
    isRouter ? bundleChoice(portal, url, { order, page }) : undefined,
    isShown ? balanceView(portal, url, order) : undefined,
  ])
  return {
    number: numberOf(portal, order),
    retryHref: page === 'bundles' ? to.dataBundle() : to.dataBalance(),
    balanceHref: to.dataBalance({ order: order.id }),
    ...(choice === undefined ? { onward: order.lineType === 'POSTPAID' ? 'bill' : 'recharge' } : { choice }),
    ...(balance !== undefined && { balance }),
  }
}

/** The page's answer to a post that leads nowhere else. */
export interface RouterAnswer extends NumberAnswer {
  readonly typed?: { readonly msisdn?: string; readonly bundle?: string }
  readonly note?: string
}

type Acted = { readonly to: string } | { readonly answer: RouterAnswer; readonly status: 200 | 400 | 429 }

const refused = (answer: RouterAnswer): Acted => ({ answer, status: 400 })

/** The page on which the line of an order is topped up, or its bill paid. */
const onwardPage = ({ lineType }: Order) => (lineType === 'POSTPAID' ? 'bills' : 'recharge')

const numberPages = { bundles: 'dataBundle', balance: 'dataBalance' } as const

/** Handles everything that is posted to the pages of a router: a number, a request for a code, or a choice. */
export async function actOnRouter(
  portal: Portal,
  form: FormData,
  { page, request, url, clientIp }: RouterRequest & { readonly clientIp: string },
): Promise<Acted> {
  const to = hrefsAt(url)
  const known = await routerOrder(portal, url)
  const intent = readField(form, 'intent')
  if (known === undefined || intent === 'number' || intent === '')
    return actOnNumber(portal, numberPages[page], { request, url, form, known, clientIp })
  if (intent === 'code') {
    const sent = await balanceCodeStep(portal, { order: known, requester: { clientIp } }, to)
    if ('to' in sent) return sent
    const note =
      sent.seconds === undefined
        ? codeMessage(pageView(portal, url, page), sent.problem)
        : waitForCodeText(portal, url, sent.seconds)
    return refused({ note })
  }
  if (intent === 'onward') {
    form.set('msisdn', known.msisdn)
    return actOnNumber(portal, onwardPage(known), { request, url, form, clientIp })
  }
  const code = readField(form, 'bundle')
  const chosen = await choiceStep(portal, { request, order: known, code }, to)
  if ('to' in chosen) return chosen
  return refused({
    typed: { bundle: code },
    error: { field: 'bundle', text: choiceMessage(portal, url, chosen.problem) },
  })
}

interface RouteArgs {
  readonly request: Request
  readonly url: URL
  readonly context: Readonly<RouterContextProvider>
}

/** The loader of both pages for routers, which differ in what comes first. */
export async function loadRouter(name: RouterPage, { request, url, context }: RouteArgs) {
  const portal = context.get(portalContext)
  const page = pageView(portal, url, name)
  const saved = await savedChoice(portal, request, url)
  if (!url.searchParams.has('order')) return data({ page, saved, isGone: false }, { headers: numberPageHeaders(saved) })
  const order = await routerOrder(portal, url)
  const router = order && (await routerView(portal, order, { page: name, request, url }))
  return data({ page, saved, router, isGone: router === undefined }, { headers: privateHeaders })
}

export async function postToRouter(name: RouterPage, { request, url, context }: RouteArgs) {
  const portal = context.get(portalContext)
  const posted = { page: name, request, url, clientIp: context.get(clientIpContext) }
  const form = await request.formData()
  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten
  const acted = await actOnRouter(portal, form, posted)
  if ('to' in acted) return redirect(acted.to, { status: 303, headers: privateHeaders })
  return data(acted.answer, { status: acted.status, headers: privateHeaders })
}
