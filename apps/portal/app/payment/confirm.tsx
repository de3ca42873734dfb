import { displayMoney, money } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order, PlacedOrder } from '@nyanja/server/payments/orders'
import type { FundsCheck } from '@nyanja/server/subscriber/balances'
import { clockOf } from '@nyanja/web/format/clock'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { PostForm } from '../form/post-form.tsx'
import { translateChoice } from '../format/bundle-texts.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { unbroken } from '../format/text.ts'
import { type NoticePage, NoticePanel } from '../order/notice-panel.tsx'
import { orderFacts } from '../order/order-facts.ts'
import { addressOf, hrefsAt, isPlacedOrder, orderAtPage, orderIn } from '../order/order-page.ts'
import { proofOf } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/confirm'
import { nextAfter } from './pay-action.ts'
import { provenNumber } from './payer-code.ts'

interface Confirming {
  readonly order: PlacedOrder
  readonly msisdn: string
  readonly funds: FundsCheck
}

/** The last confirmation before airtime is charged, or why it cannot be. */
export function confirmView(portal: Portal, url: URL, { order, msisdn, funds }: Confirming) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const bundleTexts = content.page('recharge-translation', language)
  const { countryCode } = market.numbers
  const to = hrefsAt(url)
  const price = order.choice.amount
  const amount = unbroken(displayMoney(price))
  const number = unbroken(maskMsisdn(msisdn, countryCode))
  const isEnough = funds.outcome !== 'not_enough'
  const left = funds.outcome === 'enough' ? money(price.currency, funds.airtime.minor - price.minor) : undefined
  const short =
    'airtime' in funds
      ? fill(texts.insufficientBalanceShort, { amount, number, airtime: unbroken(displayMoney(funds.airtime)) })
      : ''

  return {
    isEnough,
    facts: orderFacts(translateChoice(order, language), {
      texts,
      bundleTexts,
      clock: clockOf(market, language),
      now: portal.now(),
      countryCode,
    }),
    startHref: to.paymentStart(isEnough ? { order: order.id, method: 'airtime' } : { order: order.id }),
    rechargeHref: to.recharge(),
    texts: {
      title: isEnough ? texts.airtimeConfirmTitle : texts.insufficientBalance,
      text: isEnough
        ? [
            fill(texts.airtimeConfirmText, { amount, number }),
            ...(left === undefined ? [] : [fill(texts.airtimeLeftAfter, { amount: unbroken(displayMoney(left)) })]),
          ].join(' ')
        : `${short} ${texts.insufficientBalanceText}`,
      ...(funds.outcome === 'unknown' && { unknown: texts.airtimeBalanceUnknown }),
      yes: fill(texts.airtimeConfirmYes, { amount }),
      no: texts.airtimeConfirmNo,
      otherMethod: texts.otherMethod,
      recharge: texts.insufficientBalanceRecharge,
    },
  }
}

/** The code was entered too long ago, or in another browser: it charges nothing. */
export function resendCodeView({ market, content }: Portal, url: URL, order: Order): NoticePage {
  const texts = content.page('orp-translation', languageOf(url, market))
  return {
    title: texts.otpTitle,
    text: texts.pinCodeAgain,
    href: hrefsAt(url).paymentStart({ order: order.id, method: 'airtime' }),
    button: texts.airtimeSendCode,
  }
}

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

/** Nothing is charged before this press; the proof is valid for one. */
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
        {texts.unknown !== undefined && <NoteSection tone="wait">{texts.unknown}</NoteSection>}
        <div className="section">
          <OrderSummary>
            <Facts facts={facts} />
          </OrderSummary>
        </div>
        {isEnough ? (
          <PostForm className="section">
            <Button>{texts.yes}</Button>
          </PostForm>
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
