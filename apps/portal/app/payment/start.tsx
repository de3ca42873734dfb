import type { Currency } from '@nyanja/domain/money/money'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import type { Eligibility } from '@nyanja/server/payments/eligibility'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { readChallengeAnswer, toChallengeNote } from '../challenge/challenge-note.tsx'
import { translateChoice } from '../format/bundle-texts.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { Island } from '../islands/island.tsx'
import { methodOptions, openOption } from '../order/methods.ts'
import { NoticePanel } from '../order/notice-panel.tsx'
import { addressOf, hrefsAt, isPlacedOrder } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { keepBefore, keepOffer, readKeeping } from '../saved-numbers/keep-before.ts'
import { filledIn, savedChoice } from '../saved-numbers/saved-choice.ts'
import { BackLink } from '../ui/button.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/start'
import { consentOf } from './consent.ts'
import {
  agreementOn,
  chargingOf,
  nextAfter,
  type PayAnswer,
  problemsOf,
  rateTexts,
  readGift,
  readPayer,
  readSecondCurrency,
  readTyped,
} from './pay-action.ts'
import { sendCode } from './payer-code.ts'
import { payerForms } from './payer-forms.ts'
import { receiptTo } from './receipt-facts.ts'
import { StartForm } from './start-form.tsx'
import { noticePage, overPage, startView } from './start-view.ts'

export const handle = { group: 'journey' }

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await portal.orders.order(url.searchParams.get('order') ?? '')
  if (order === undefined)
    return data({ notice: noticePage(portal, url), view: undefined }, { status: 404, headers: privateHeaders })

  const at = await portal.progress.pageOf(order, 'choose')
  if (at.situation === 'ended')
    return data({ notice: noticePage(portal, url, order), view: undefined }, { status: 410, headers: privateHeaders })
  if (at.page !== 'choose' || !isPlacedOrder(order)) throw redirect(addressOf(at, order, url))
  const eligibility = await portal.eligibilityCheck.of(order)
  if (eligibility === 'plan_ended')
    return data({ notice: overPage(portal, url, order), view: undefined }, { status: 410, headers: privateHeaders })
  refusePaidElsewhere(eligibility, url, order)
  const charging = await chargingOf(portal, url, order)
  const { amount } = charging
  const { paymentOptions, elsewhere } = await optionsIn(portal, order, amount.currency)
  const standings = await portal.methodRecords.all()
  const isBeingPaid = await portal.payments.isBeingPaid(order)
  const { method } = params
  const view = startView(portal, url, {
    order: translateChoice(order, languageOf(url, portal.market)),
    at,
    charging,
    method,
    paymentOptions,
    elsewhere,
    standings,
    isBeingPaid,
    saved: await savedChoice(portal, request, url),
    keep: await keepOffer(portal, request, url, order),
  })
  if (view.options.length > 0 && openOption(view.options, params.method) === undefined)
    throw redirect(hrefsAt(url).paymentStart({ order: order.id, currency: readSecondCurrency(portal, url) }))
  return data({ notice: undefined, view }, { headers: privateHeaders })
}

/** Returns the payment options of this order in one currency, and those that pay it in the other alone. */
async function optionsIn(portal: Portal, { choice }: PlacedOrder, charged: Currency) {
  const { currency, secondCurrency = currency } = portal.market
  const open = await portal.openPaymentOptions()
  const paymentOptions = portal.methodsFor(open, choice.amount, charged)
  const others = portal.methodsFor(open, choice.amount, charged === currency ? secondCurrency : currency)
  return { paymentOptions, elsewhere: others.filter((option) => !paymentOptions.includes(option)) }
}

/** Another payer has paid the same with another order: the visitor sees it on the page that shows the rest. */
function refusePaidElsewhere(eligibility: Eligibility, url: URL, order: PlacedOrder): void {
  const to = hrefsAt(url)
  if (eligibility === 'bill_changed' || eligibility === 'plan_paid') throw redirect(to.choiceOf(order), { status: 303 })
  if (eligibility === 'paid_by_link')
    throw redirect(order.payLink === undefined ? to.askToPay({ order: order.id }) : to.payMe(order.payLink), {
      status: 303,
    })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const order = await portal.orders.order(url.searchParams.get('order') ?? '')
  if (order === undefined || !isPlacedOrder(order)) throw redirect(`${url.pathname}${url.search}`, { status: 303 })

  const language = languageOf(url, portal.market)
  const texts = portal.content.page('orp-translation', language)
  const { serviceSilent } = portal.content.page('errors-translation', language)
  const { amount } = order.choice
  const charged = readSecondCurrency(portal, url) ?? amount.currency
  const paymentOptions = portal.methodsFor(await portal.openPaymentOptions(), amount, charged)
  const option = openOption(methodOptions({ brand: portal.market.brand, paymentOptions }, texts), params.method)
  if (option === undefined)
    throw redirect(to.paymentStart({ order: order.id, currency: readSecondCurrency(portal, url) }), { status: 303 })

  const { method, gateway } = option
  const form = await request.formData()
  const typed = readTyped(form)
  const keeping = readKeeping(form)
  const answer = (status: number, body: Partial<PayAnswer>) =>
    data<PayAnswer>({ typed, keeping, problems: [], ...body }, { status, headers: privateHeaders })
  const refuse = (problems: PayAnswer['problems']) => answer(400, { problems })
  const filled = await filledIn(portal, request, { form })
  if (filled !== undefined) return answer(200, { typed: { ...typed, msisdn: filled } })
  const email = receiptTo(order)
  const shown = { ...typed, ...(email !== undefined && { email }) }
  const requester = { clientIp: context.get(clientIpContext), ...readChallengeAnswer(form) }
  const challenged = ({ challenge }: Challenged) => answer(429, { challenge: toChallengeNote(portal, url, challenge) })
  const sources = { market: portal.market, lines: portal.lineLookups.forForms(requester) }
  const payerReading = await readPayer(sources, method, shown, { ...texts, serviceSilent })
  const reading = readGift(payerReading, { order, typed }, texts)
  if (reading.outcome === 'problems') return refuse(reading.problems)
  if (reading.outcome === 'challenge') return challenged(reading)
  const agreed = await agreementOn(portal, url, { order, form })
  if ('problem' in agreed) return refuse(problemsOf({ problem: agreed.problem }, method, rateTexts(texts, agreed)))
  const spoken = await portal.orders.withGiftMessage(
    await portal.orders.inLanguage(order, language),
    reading.giftMessage,
  )
  const { offered } = agreed
  const payer = { ...reading.payer, gateway, ...(offered && { quote: offered.quote }) }
  const next = payerForms[method].codeFor
    ? await sendCode(
        portal,
        { order: spoken, payer, consent: consentOf(order, offered), requester: { clientIp: requester.clientIp } },
        to,
      )
    : nextAfter(await portal.payments.pay(spoken, payer, requester), order, to)
  if ('challenge' in next) return challenged(next)
  if ('problem' in next) return refuse(problemsOf(next, method, texts))
  const kept = await keepBefore(portal, request, url, { order, keeping })
  return redirect(next.to, { status: 303, headers: { ...privateHeaders, ...kept } })
}

export const headers = pageHeaders

export default function Start({ loaderData: { notice, view }, params, actionData }: Route.ComponentProps) {
  if (view === undefined) return notice && <NoticePanel {...notice} />
  const { texts, backHref } = view
  return (
    <>
      <PageTitle title={texts.payHeading} />
      <PageHero
        title={texts.payHeading}
        progressMark={<ProgressMark level={60} />}
        meta={
          <>
            <BackLink href={backHref} text={texts.back} />
            <p>{texts.step}</p>
          </>
        }
      />
      <Island
        name="payment/start"
        component={StartForm}
        props={{ view, segment: openOption(view.options, params.method)?.segment, answer: actionData }}
      />
    </>
  )
}
