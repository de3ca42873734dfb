import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/confirm'
import { confirmView, resendCodeView } from './confirm-view.ts'
import { isPlacedOrder } from './is-placed-order.ts'
import { NoticePanel } from './notice-panel.tsx'
import { addressOf, hrefsAt, orderAtPage, orderIn } from './order-page.ts'
import { nextAfter } from './pay-action.ts'
import { provenNumber } from './payer-code.ts'
import { proofOf } from './proof-cookie.ts'

export const handle = { group: 'code' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { order, at } = await orderAtPage(portal, url, 'choose')
  if (!isPlacedOrder(order)) throw redirect(addressOf(at, order, url))

  const msisdn = await provenNumber(portal, order, await proofOf(request))
  if (msisdn === undefined) return data({ notice: resendCodeView(portal, url, order) }, { headers: privateHeaders })
  const funds = await portal.balances.fundsFor(msisdn, order.choice.amount)
  return data(confirmView(portal, url, { order, msisdn, funds }), { headers: privateHeaders })
}

/** Nothing is taken before this press; the proof is good for one. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await orderIn(portal, url)

  const uniqueCode = await proofOf(request)
  const payerMsisdn = await provenNumber(portal, order, uniqueCode)
  if (payerMsisdn === undefined) throw redirect(to.airtimeConfirm({ order: order.id }), { status: 303 })
  const { email } = order
  const paid = await portal.payments.pay(order, {
    method: 'airtime',
    payerMsisdn,
    proof: { uniqueCode, subject: order.id },
    ...(email !== undefined && { email }),
  })
  const next = nextAfter(paid, order, to)
  const start = to.paymentStart({ order: order.id, method: 'airtime' })
  return redirect('to' in next ? next.to : start, { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Confirm({ loaderData }: Route.ComponentProps) {
  if ('notice' in loaderData) return <NoticePanel {...loaderData.notice} />
  const { texts, facts, isEnough, startHref, rechargeHref } = loaderData
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero title={texts.title} progressMark={<ProgressMark level={80} />} />
      <div className="wrap code-page">
        <p>{texts.text}</p>
        {texts.unknown !== undefined && (
          <div className="section">
            <Note tone="wait">{texts.unknown}</Note>
          </div>
        )}
        <div className="section">
          <OrderSummary>
            <Facts facts={facts} />
          </OrderSummary>
        </div>
        {isEnough ? (
          <form method="post" className="section">
            <Button>{texts.yes}</Button>
          </form>
        ) : (
          <p className="section">
            <ButtonLink href={startHref}>{texts.otherMethod}</ButtonLink>
          </p>
        )}
        <p>
          {isEnough ? (
            <a className="link" href={startHref}>
              {texts.no}
            </a>
          ) : (
            <a className="link" href={rechargeHref}>
              {texts.recharge}
            </a>
          )}
        </p>
      </div>
    </>
  )
}
