import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import type { PlanPayment } from '@nyanja/server/payments/plans'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../../server/portal.ts'
import { unbroken } from '../../format/text.ts'
import { hrefsAt } from '../../order/order-page.ts'
import { callHref } from '../../organisation.ts'
import { languageOf, languagePrefixOf } from '../../page-language.ts'
import { openOnly } from '../../screen-links.ts'
import type { ProgressMarkLevel } from '../../ui/page-hero.tsx'
import { internetTexts } from '../draft-step.ts'
import { planFacts } from '../plan-view.ts'
import { payTexts, type TrackTexts, trackTexts } from './track-texts.ts'
import { moneyNotes, trackedSteps } from './tracked-steps.ts'

/** The marks that show how far it has progressed. */
const progressMarks = {
  received: 20,
  checked: 45,
  scheduled: 60,
  installed: 'complete',
  on_hold: 34,
  refused: undefined,
  cancelled: undefined,
  interested: 20,
} as const satisfies Record<LeadStage, ProgressMarkLevel | undefined>

/** The stages after which the customer may want another plan, or one at all. */
const offersReorder: readonly LeadStage[] = ['cancelled', 'refused']

export async function trackedView(portal: Portal, url: URL, lead: TrackedLead) {
  const { market, content, plans, now } = portal
  const language = languageOf(url, market)
  const texts = trackTexts(portal, url)
  const clock = clockOf(market, language)
  const { stages } = content.document('lead-status-config', language)
  const { title, text } = textsOf(lead.stage, stages)
  const offerHref = openOnly([{ screen: 'internet' }], languagePrefixOf(url.pathname), market)[0]?.href
  const isUnsure = lead.stage === 'received' && !lead.isFeasible
  const payment = await plans.payment(lead.reference)
  const canPay = lead.isPayable && payment.state !== 'paid'
  const reported = { heading: title, text: isUnsure ? texts.unsureText : text }
  const { another, steps, orderAgain, yourOrder, helpHeading } = texts
  return {
    labels: { another, steps, orderAgain, yourOrder, helpHeading },
    progressMark: progressMarks[lead.stage],
    ...(lead.isReached ? { heading: texts.reachedTitle, text: texts.reachedText } : reported),
    steps: trackedSteps(lead, {
      texts,
      titleOf: (stage) => textsOf(stage, stages).title,
      time: (at) => clock.near(at, now()),
      day: clock.calendarDay,
    }),
    reference: lead.reference,
    facts: [
      ...factsOf(portal, lead, texts),
      ...(canPay || payment.state === 'paid' ? sumsOf(portal, url, lead, payment) : []),
    ],
    pay: canPay ? payTexts(portal, url, payment) : undefined,
    money: await moneyNotes(portal, lead, { texts, clock }),
    offer: lead.isReached || offersReorder.includes(lead.stage) ? offerHref : undefined,
    here: `${url.pathname}${url.search}`,
    anotherHref: hrefsAt(url).trackLead(),
    help: helpOf(portal, url),
  }
}

export type TrackedView = Awaited<ReturnType<typeof trackedView>>

function textsOf<Texts extends { readonly stage: LeadStage }>(stage: LeadStage, all: readonly Texts[]): Texts {
  const found = all.find((one) => one.stage === stage)
  if (found === undefined) throw new Error(`No words for ${stage}`)
  return found
}

/** Names the town and not the street: anyone with the link reads it. */
function factsOf({ market }: Portal, lead: TrackedLead, texts: TrackTexts) {
  return [
    { term: texts.planLabel, value: lead.plan.description },
    { term: texts.priceLabel, value: displayMoney(lead.plan.amount) },
    { term: texts.townLabel, value: lead.town },
    { term: texts.numberLabel, value: unbroken(maskMsisdn(lead.msisdn, market.numbers.countryCode)) },
  ]
}

/**
 * The amount of the next page, or what was paid there, which is more than the price of the plan where there is a fee.
 */
function sumsOf(portal: Portal, url: URL, { plan }: TrackedLead, payment: PlanPayment) {
  const { fee, due } = planFacts(portal, plan)
  const { feeOnce, dueFirst } = internetTexts(portal, url)
  const isPaid = payment.state === 'paid'
  const sum = { term: isPaid ? trackTexts(portal, url).paidLabel : dueFirst, value: due }
  return [...(fee === undefined ? [] : [{ term: feeOnce, value: fee }]), ...(fee !== undefined || isPaid ? [sum] : [])]
}

function helpOf(portal: Portal, url: URL) {
  const texts = trackTexts(portal, url)
  const { customerCareNumber } = portal.market
  const shop = openOnly([{ screen: 'shops' }], languagePrefixOf(url.pathname), portal.market)
  return [
    {
      icon: 'call' as const,
      href: callHref(customerCareNumber),
      title: fill(texts.call, { number: customerCareNumber }),
      text: texts.callText,
    },
    ...shop.map(({ href }) => ({ icon: 'pin' as const, href, title: texts.shopTitle, text: texts.shopText })),
  ]
}
