import { isLeadOver } from '@nyanja/domain/leads/lead-states'
import { fill } from '@nyanja/domain/texts/fill'
import type { Draft, SentLead } from '@nyanja/server/leads/draft'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { addressOf, hrefsAt } from '../order/order-page.ts'
import { inLanguage, languageOf, languagePrefixOf } from '../page-language.ts'
import { openOnly } from '../screen-links.ts'
import { type InternetTexts, internetTexts } from './draft-step.ts'
import { planFacts } from './plan-view.ts'

/** The redirects of the specification, for a visitor who does not stay. */
const soon = { feasible: 3, not_feasible: 6 } as const

/** The present state of the order. Typed values are not repeated. */
export async function doneView(portal: Portal, url: URL, draft: Draft) {
  const { lead } = draft
  const to = hrefsAt(url)
  const texts = internetTexts(portal, url)
  const { close } = portal.content.page('errors-translation', languageOf(url, portal.market))
  const shared = {
    texts,
    close,
    stayHref: to.leadDone({ draft: draft.id, stay: '1' }),
    soon: false,
    refresh: undefined,
  }
  if (lead === undefined) return { ...shared, kind: 'to_send' } as const
  const { reference, trackId } = lead
  const tracked = await portal.tracking.byTrackId(trackId)
  // Nothing is left to do here, and the other page says why.
  if (tracked?.isReached || (tracked && isLeadOver(tracked.stage)))
    throw redirect(to.trackedLead({ lead: trackId }), { status: 303 })
  const [follow] = openOnly([{ screen: 'trackLead' }], languagePrefixOf(url.pathname), portal.market)
  const sent = { ...shared, reference, followHref: follow && to.trackedLead({ lead: trackId }) }
  const isStaying = url.searchParams.has('stay')
  const after = (outcome: keyof typeof soon, href: string) => (isStaying ? undefined : `${soon[outcome]}; url=${href}`)
  switch (outcomeOf(tracked)) {
    case 'feasible': {
      const payment = await paymentOf(portal, url, lead)
      // The page does not redirect to the payment of a house that may turn out to be unavailable.
      const isCertain = payment.state === 'open' && tracked?.isHouseKnown === true
      const refresh = isCertain ? after('feasible', payment.href) : undefined
      return {
        ...sent,
        kind: 'feasible',
        ...textsOn(tracked, texts),
        payment,
        plan: tracked && planFacts(portal, tracked.plan),
        refresh,
        soon: refresh !== undefined,
      } as const
    }
    case 'not_feasible': {
      const { redirectPage } = draft.answers.offer
      const otherHref =
        redirectPage === undefined ? to.tariffs() : inLanguage(redirectPage, languagePrefixOf(url.pathname))
      const refresh = after('not_feasible', otherHref)
      return { ...sent, kind: 'not_feasible', otherHref, refresh, soon: refresh !== undefined } as const
    }
    case 'unsure':
      return { ...sent, kind: 'unsure' } as const
  }
}

function outcomeOf(tracked: TrackedLead | undefined) {
  if (tracked?.isPayable) return 'feasible'
  return tracked?.stage === 'interested' ? 'not_feasible' : 'unsure'
}

/** Where the house is unknown, only the availability in its town is known. */
function textsOn(tracked: TrackedLead | undefined, texts: InternetTexts) {
  if (tracked === undefined || tracked.isHouseKnown) return { text: texts.feasibleText }
  return { text: fill(texts.feasibleInTown, { town: tracked.town }), moneyText: texts.feasibleMoney }
}

type DoneView = Awaited<ReturnType<typeof doneView>>
export type FeasibleView = Extract<DoneView, { kind: 'feasible' }>

/** `over` means that there is no order to pay, or its hour is over; another one replaces it. */
async function paymentOf({ orders, plans, progress }: Portal, url: URL, { reference, orderId = '' }: SentLead) {
  const standing = await plans.standing(reference)
  if (standing.state === 'paid') return { state: 'begun', href: hrefsAt(url).status(standing.attemptId) } as const
  const order = await orders.order(orderId)
  if (order === undefined) return { state: 'over' } as const
  const at = await progress.pageOf(order, 'choose')
  if (at.page === 'recharge') return { state: 'over' } as const
  return { state: at.page === 'choose' ? 'open' : 'begun', href: addressOf(at, order, url) } as const
}

interface Proving {
  readonly draft: Draft
  /** What a correct code has proven. */
  readonly proven: { readonly uniqueCode: string; readonly msisdn: string }
  readonly language: string
}

/** If the order cannot be submitted now, a button on the next page does it: the proof is stored with the draft. */
export async function sendProved(
  { codes, drafts, draftSender }: Pick<Portal, 'codes' | 'drafts' | 'draftSender'>,
  { draft, proven: { uniqueCode, msisdn }, language }: Proving,
): Promise<void> {
  await codes.consume({ uniqueCode }, { purpose: 'lead', msisdn, subject: draft.id })
  const proved = await drafts.prove(draft, { msisdn, language })
  if (proved.answers.provedAt !== undefined) await draftSender.send(proved)
}
