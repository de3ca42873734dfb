import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Reminder } from '@nyanja/server/payments/reminders/reminder'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../../server/portal.ts'
import { challengeBefore } from '../../challenge/challenge-note.tsx'
import { PostForm } from '../../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../../format/headers.ts'
import { pickTexts } from '../../format/text.ts'
import { NoticePanel } from '../../order/notice-panel.tsx'
import { addressOf, findPayment, hrefsAt } from '../../order/order-page.ts'
import { languageOf } from '../../page-language.ts'
import { clientIpContext, portalContext } from '../../portal-context.ts'
import { Button } from '../../ui/button.tsx'
import { AgainPage } from '../again-page.tsx'
import { againNotice, againView, readPress } from '../again-view.ts'
import { payAgain } from '../pay-again.ts'
import type { Route } from './+types/remind'

export const handle = { group: 'bill' }

export const headers = pageHeaders

const isBill = ({ rule }: Reminder) => rule === 'bill_due'

interface Opened {
  readonly reminder: Reminder
  readonly payment: OrderedPayment
}

/** Finds what the link is about: undefined when it is wrong, or its reminder was stopped or forgotten. */
async function openLink(portal: Portal, token: string): Promise<Opened | undefined> {
  const reminder = await portal.reminders.opened(token)
  if (reminder === undefined || reminder.state === 'stopped') return undefined
  const payment = await findPayment(portal, reminder.attemptId)
  return payment && { reminder, payment }
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const opened = await openLink(portal, params.token)
  const texts = portal.content.page('reminder-translation', languageOf(url, portal.market))
  const to = hrefsAt(url)
  const answer = (notice: { title: string; text: string; href: string; button: string }, status: number) =>
    data({ notice }, { status, headers: privateHeaders })
  if (opened === undefined)
    return answer(
      { title: texts.stoppedTitle, text: texts.stoppedText, href: to.recharge(), button: texts.stoppedButton },
      200,
    )
  const { reminder, payment } = opened
  // The link buys once: after that it shows what was bought. An order that ended unpaid is no purchase.
  const pressed = await portal.repurchases.pressed(params.token)
  const at = pressed?.outcome === 'order' ? await portal.progress.pageOf(pressed.order, 'choose') : undefined
  if (pressed?.outcome === 'order' && at !== undefined && at.situation !== 'ended')
    return redirect(addressOf(at, pressed.order, url), { status: 303, headers: privateHeaders })
  const offer = await portal.repurchases.offerOrBill(payment).catch(() => ({ outcome: 'unavailable' }) as const)
  const stop = pickTexts(texts, ['stopHeading', 'stopText', 'stopButton'] as const)
  if (offer.outcome === 'offered') {
    const title = isBill(reminder) ? { title: texts.billTitle } : {}
    const reminded = { press: at === undefined ? params.token : portal.repurchases.newPress(), ...title }
    const view = await againView(portal, url, { payment, choice: offer.choice, reminded })
    return data({ view, stop }, { headers: privateHeaders })
  }
  if (offer.outcome === 'gone' && isBill(reminder))
    return answer(
      { title: texts.billGoneTitle, text: texts.billGoneText, href: to.bills(), button: texts.billGoneButton },
      410,
    )
  const { notice, status } = againNotice(portal, url, offer.outcome)
  return answer(notice, status)
}

/** Ends the reminder, or buys by the press that the link names. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const repeated = hrefsAt(url).remind(params.token)
  const go = (href: string) => redirect(href, { status: 303, headers: privateHeaders })
  const opened = await openLink(portal, params.token)
  if (opened === undefined) return go(repeated)
  const { reminder, payment } = opened
  const form = await request.formData()
  if (readField(form, 'remind') === 'stop') {
    await portal.reminders.stop(reminder.id)
    return go(repeated)
  }
  const press = readPress(form, payment.order.choice.amount.currency)
  if (press === undefined) return go(repeated)
  const clientIp = context.get(clientIpContext)
  const challenge = await challengeBefore(portal, url, 'pay_link', { form, clientIp })
  if (challenge !== undefined) return data({ challenge }, { status: 429, headers: privateHeaders })
  const offerOf = (paid: OrderedPayment) => portal.repurchases.offerOrBill(paid)
  return go(await payAgain(portal, url, payment, { press, clientIp, repeated, offerOf }))
}

export default function Remind({ loaderData, actionData }: Route.ComponentProps) {
  if ('notice' in loaderData) return <NoticePanel {...loaderData.notice} />
  const { view, stop } = loaderData
  return (
    <>
      <AgainPage view={view} challenge={actionData?.challenge} />
      <section className="wrap section" aria-labelledby="stop-heading">
        <h2 id="stop-heading">{stop.stopHeading}</h2>
        <p>{stop.stopText}</p>
        <PostForm className="field">
          <Button variant="second" name="remind" value="stop">
            {stop.stopButton}
          </Button>
        </PostForm>
      </section>
    </>
  )
}
