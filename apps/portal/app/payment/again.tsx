import { data, redirect } from 'react-router'
import { challengeBefore } from '../challenge/challenge-note.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { NoticePanel } from '../order/notice-panel.tsx'
import { findPayment, hrefsAt } from '../order/order-page.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/again'
import { AgainPage } from './again-page.tsx'
import { againNotice, againView, readPress } from './again-view.ts'
import { payAgain } from './pay-again.ts'

export const handle = { group: 'bill' }

export const headers = pageHeaders

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const payment = await findPayment(portal, params.id)
  const noticeOf = (outcome: Parameters<typeof againNotice>[2]) => {
    const { notice, status } = againNotice(portal, url, outcome)
    return data({ notice }, { status, headers: privateHeaders })
  }
  if (payment === undefined) return noticeOf('not_offered')
  const offer = await portal.repurchases.offer(payment).catch(() => ({ outcome: 'unavailable' }) as const)
  if (offer.outcome !== 'offered') return noticeOf(offer.outcome)
  return data({ view: await againView(portal, url, { payment, choice: offer.choice }) }, { headers: privateHeaders })
}

/** Opens the order of this press, and pays it as the last one was paid, where that takes nothing more. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const go = (href: string) => redirect(href, { status: 303, headers: privateHeaders })
  const payment = await findPayment(portal, params.id)
  const form = await request.formData()
  const press = readPress(form, payment?.order.choice.amount.currency ?? portal.market.currency)
  if (payment === undefined || press === undefined) return go(to.again(params.id))
  const clientIp = context.get(clientIpContext)
  const challenge = await challengeBefore(portal, url, 'pay_link', { form, clientIp })
  if (challenge !== undefined) return data({ challenge }, { status: 429, headers: privateHeaders })
  const href = await payAgain(portal, url, payment, { press, clientIp, repeated: to.again(params.id) })
  return go(href)
}

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  if ('notice' in loaderData) return <NoticePanel {...loaderData.notice} />
  return <AgainPage view={loaderData.view} challenge={actionData?.challenge} />
}
