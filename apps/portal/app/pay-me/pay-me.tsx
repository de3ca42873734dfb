import { maskAccount } from '@nyanja/domain/bills/account-number'
import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Choice } from '@nyanja/server/payments/orders'
import type { OpenedPayLink } from '@nyanja/server/payments/pay-links'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { ChallengeNote, challengeBefore } from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts, unbroken } from '../format/text.ts'
import { type NoticePage, NoticePanel } from '../order/notice-panel.tsx'
import { describeChoice, type TextFact } from '../order/order-facts.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { Button } from '../ui/button.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/pay-me'

interface PayRequest {
  readonly msisdn: string
  readonly choice: Choice
}

/** All that the person who was asked to pay can see. */
export function linkFacts(portal: Portal, url: URL, payRequest: PayRequest): TextFact[] {
  const { market, content } = portal
  const texts = content.page('pay-me-translation', languageOf(url, market))
  const { msisdn, choice } = payRequest
  const { numbersCount } = content.page('orp-translation', languageOf(url, market))
  const count = (numbers: number) => fill(numbersCount, { count: numbers })
  const masked = unbroken(maskMsisdn(msisdn, market.numbers.countryCode))
  const whose =
    choice.kind === 'invoice'
      ? { term: texts.forAccount, value: maskAccount(choice.bill.account) }
      : { term: texts.forNumber, value: choice.kind === 'several' ? count(choice.items.length) : masked }
  return [
    { term: texts.what, value: describeChoice(portal, url, payRequest) },
    whose,
    { term: texts.amount, value: displayMoney(choice.amount), isTotal: true },
  ]
}

export const handle = { group: 'bill' }

type Unavailability = Exclude<OpenedPayLink['outcome'], 'open'> | 'unavailable'

const copy = {
  unknown: ['unknownTitle', 'unknownText'],
  expired: ['expiredTitle', 'expiredText'],
  gone: ['goneTitle', 'goneText'],
  ended: ['endedTitle', 'endedText'],
  paid: ['paidTitle', 'paidText'],
  unavailable: ['silentTitle', 'silentText'],
} as const satisfies Record<Unavailability, readonly string[]>

const statuses: Readonly<Record<Unavailability, number>> = {
  unknown: 404,
  expired: 410,
  gone: 410,
  ended: 410,
  paid: 200,
  unavailable: 503,
}

const shownTexts = ['askedHeading', 'askedText', 'askedNote', 'beingPaid', 'beingPaidText', 'dontPay'] as const

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const opened = await portal.payLinks.open(params.token).catch(() => undefined)
  if (opened?.outcome !== 'open') {
    const unavailability = opened?.outcome ?? 'unavailable'
    return data(
      { notice: noticePage(portal, url, unavailability) },
      { status: statuses[unavailability], headers: privateHeaders },
    )
  }
  const { link, choice, isBeingPaid } = opened
  const texts = portal.content.page('pay-me-translation', languageOf(url, portal.market))
  const view = {
    facts: linkFacts(portal, url, { msisdn: link.msisdn, choice }),
    isBeingPaid,
    texts: { ...pickTexts(texts, shownTexts), pay: fill(texts.pay, { amount: displayMoney(choice.amount) }) },
  }
  return data({ view }, { headers: privateHeaders })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const sent = { form: await request.formData(), clientIp: context.get(clientIpContext) }
  const challenge = await challengeBefore(portal, url, 'pay_link', sent)
  if (challenge !== undefined) return data({ challenge }, { status: 429, headers: privateHeaders })
  const taken = await portal.payLinks.take(params.token, languageOf(url, portal.market)).catch(() => undefined)
  const to = hrefsAt(url)
  // The page itself shows the state of the link.
  const next = taken?.outcome === 'order' ? to.paymentStart({ order: taken.order.id }) : to.payMe(params.token)
  return redirect(next, { status: 303, headers: privateHeaders })
}

function noticePage({ content, market }: Portal, url: URL, reported: Unavailability): NoticePage {
  const texts = content.page('pay-me-translation', languageOf(url, market))
  const [title, text] = copy[reported]
  return { title: texts[title], text: texts[text], href: hrefsAt(url).home(), button: texts.goHome }
}

export const headers = pageHeaders

export default function PayMe({ loaderData, actionData }: Route.ComponentProps) {
  if ('notice' in loaderData) return <NoticePanel {...loaderData.notice} />
  const challenge = actionData?.challenge
  const { facts, isBeingPaid, texts } = loaderData.view
  return (
    <>
      <PageTitle title={texts.askedHeading} />
      <PageHero title={texts.askedHeading} progressMark={<ProgressMark level={45} />} />
      <div className="wrap bill-page">
        <OrderSummary>
          <Facts facts={facts} />
          <p className="hint">{texts.askedNote}</p>
        </OrderSummary>
        {isBeingPaid && (
          <NoteSection tone="wait">
            <b>{texts.beingPaid}</b> {texts.beingPaidText}
          </NoteSection>
        )}
        <p className="section">{texts.askedText}</p>
        <PostForm data-challenge={challenge?.view.proofOfWork}>
          {challenge !== undefined && <ChallengeNote {...challenge} />}
          <Button variant={isBeingPaid ? 'second' : 'primary'}>{texts.pay}</Button>
        </PostForm>
        <p className="section hint">{texts.dontPay}</p>
      </div>
    </>
  )
}
