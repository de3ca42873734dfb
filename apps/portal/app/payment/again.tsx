import { data, redirect } from 'react-router'
import { ChallengeNote, challengeBefore } from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { NoticePanel } from '../order/notice-panel.tsx'
import { addressOf, findPayment, hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { BackLink, Button } from '../ui/button.tsx'
import { Note } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/again'
import { againNotice, againView, findSameWay, readPress } from './again-view.ts'
import { nextAfter } from './pay-action.ts'

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
  return data({ view: await againView(portal, url, payment, offer.choice) }, { headers: privateHeaders })
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
  const language = languageOf(url, portal.market)
  const taken = await portal.repurchases.take(payment, { ...press, language }).catch(() => undefined)
  // The page itself says what is in the way.
  if (taken?.outcome !== 'order') return go(to.again(params.id))
  const { order } = taken
  const at = await portal.progress.pageOf(order, 'choose')
  if (at.page !== 'choose') return go(addressOf(at, order, url))
  const way = await findSameWay(portal, payment, order.choice.amount)
  const choosing = to.paymentStart({ order: order.id, ...(way && { method: way.option.segment }) })
  if (press.isOtherWay || way?.payer === undefined)
    return go(press.isOtherWay ? to.paymentStart({ order: order.id }) : choosing)
  const next = nextAfter(await portal.payments.pay(order, way.payer, { clientIp }), order, to)
  return go('to' in next ? next.to : choosing)
}

export default function Again({ loaderData, actionData }: Route.ComponentProps) {
  if ('notice' in loaderData) return <NoticePanel {...loaderData.notice} />
  const { facts, press, seen, note, next, button, links, texts } = loaderData.view
  const challenge = actionData?.challenge
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero
        title={texts.title}
        progressMark={<ProgressMark level={60} />}
        meta={<BackLink href={links.receipt} text={texts.back} />}
      />
      <div className="wrap columns even again-page">
        <div>
          <OrderSummary>
            <Facts facts={facts} />
            <p className="hint">{texts.numberHidden}</p>
          </OrderSummary>
        </div>
        <PostForm data-challenge={challenge?.view.proofOfWork}>
          {note !== undefined && <Note tone="wait">{note}</Note>}
          {challenge !== undefined && <ChallengeNote {...challenge} />}
          <input type="hidden" name="press" value={press} />
          <input type="hidden" name="seen" value={seen} />
          <p>{next}</p>
          <p>
            <Button name="pay" value="same">
              {button}
            </Button>
          </p>
          <p className="row">
            <button className="link" type="submit" name="pay" value="other">
              {texts.otherWay}
            </button>{' '}
            <a className="link" href={links.change}>
              {texts.change}
            </a>
          </p>
        </PostForm>
      </div>
    </>
  )
}
