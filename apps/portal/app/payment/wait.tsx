import { data, redirect } from 'react-router'
import { WaitPage } from '../code/wait-page.tsx'
import { waitView } from '../code/wait-view.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/wait'
import { consentAt } from './consent.ts'
import { hrefsAt, orderAtPage, orderIn } from './order-page.ts'
import { problemsOf } from './pay-action.ts'
import { codeMethodNamed } from './payer-code.ts'
import { operationOf, repeatSend, sendRequested } from './waiting.ts'

export const handle = { group: 'code', module: 'challenge' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const consent = consentAt(portal, url, order)
  const pending = portal.challenges.readToken(url.searchParams.get('ask') ?? '', consent.subject)
  if (pending === undefined) throw redirect(to.paymentStart({ order: order.id }))
  const operation = operationOf(pending.values)
  if (operation.isPayment) await orderAtPage(portal, url, 'choose')
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const startHref = operation.startHref(to, { order, consent, values: pending.values })
  const otherMethod = operation.isPayment ? texts.anotherWay : texts.back
  return data(await waitView(portal, pending, { texts, startHref, otherMethod }), { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)
  const token = url.searchParams.get('ask') ?? ''
  const consent = consentAt(portal, url, order)
  const pending = portal.challenges.readToken(token, consent.subject)
  if (pending === undefined) throw redirect(to.paymentStart({ order: order.id }), { status: 303 })

  const typed = (await request.formData()).get('solution')
  const address = context.get(addressContext)
  const asking = { token, address, ...(typeof typed === 'string' && typed !== '' && { solution: typed }) }
  const send = pending.values.ref === undefined ? sendRequested : repeatSend
  const next = await send(portal, { order, consent, values: pending.values, asking }, to)
  if ('to' in next) return redirect(next.to, { status: 303, headers: privateHeaders })
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const [problem] = problemsOf(next, codeMethodNamed(pending.values.method) ?? 'airtime', texts)
  return data({ note: problem?.text }, { status: 400, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Wait({ loaderData, actionData }: Route.ComponentProps) {
  return <WaitPage view={loaderData} note={actionData === undefined ? undefined : (actionData.note ?? '')} />
}
