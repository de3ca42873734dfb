import type { Alert } from '@nyanja/domain/alerts'
import { leadReferenceStart, readLeadReference } from '@nyanja/domain/numbers/reference'
import type { BssAdapters } from '../adapters/bss-definition.ts'
import { type IssuedIds, newReference } from '../common/ids.ts'
import { deriveKey } from '../common/seal.ts'
import { createQueue } from '../common/work-queue.ts'
import type { createStores } from '../db/stores.ts'
import { DraftSender } from '../leads/draft-sender.ts'
import { Drafts } from '../leads/drafts.ts'
import { FollowUp } from '../leads/follow-up.ts'
import { isPayable } from '../leads/lead.ts'
import { LeadCallbacks, type LeadWebhook, leadCallbackPath } from '../leads/lead-callbacks.ts'
import type { LeadService } from '../leads/lead-service.ts'
import type { LeadReader } from '../leads/lead-store.ts'
import { LeadSubmission, type LeadSubmissionOptions } from '../leads/lead-submission.ts'
import { SubscriptionRenewal } from '../leads/lead-subscriptions.ts'
import { Leads } from '../leads/leads.ts'
import { createTownFeasibility, type FeasibilitySource } from '../leads/town-feasibility.ts'
import type { CheckoutOptions } from '../payments/checkout.ts'
import type { Notify } from '../payments/due-work.ts'
import type { Plans, PlansOptions } from '../payments/plans.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Config } from '../settings/config.ts'
import type { Places } from './place-service.ts'

interface LeadWorkOptions extends Pick<LeadSubmissionOptions, 'visibilityLagMs' | 'alert' | 'now'> {
  readonly issuedIds: IssuedIds
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadSubmissions' | 'leadStatusUpdate' | 'dueLeads'>
  readonly service: LeadService
  readonly feasibility: FeasibilitySource
  readonly notify: Notify
}

/** The lease, longer than the calls of one order may take. */
const submitLeaseMs = 120_000

/** Creates the use cases of home internet orders and their worker queues. */
function createLeadWork({ stores, issuedIds, notify, visibilityLagMs, alert, ...around }: LeadWorkOptions) {
  const { leadSubmissions, leadStatusUpdate, dueLeads } = stores
  const { service, feasibility, now } = around
  const common = { service, feasibility, now, alert, notify: () => notify('send messages') }
  const submission = new LeadSubmission({
    ...common,
    store: leadSubmissions,
    statusUpdate: leadStatusUpdate,
    visibilityLagMs,
  })
  const followUp = new FollowUp({ ...common, store: leadStatusUpdate })
  const retry = ({ id }: { readonly id: string }) => dueLeads.repeated(id)
  return {
    leads: new Leads({
      store: leadSubmissions,
      submission,
      now,
      newId: issuedIds.newId,
      newReference: () => newReference(leadReferenceStart),
    }),
    queues: [
      createQueue({
        name: 'submit leads',
        width: 4,
        leaseMs: submitLeaseMs,
        claim: (claim) => dueLeads.leadsToSubmit(claim),
        work: async (lead) => void (await submission.advance(lead)),
        retry,
      }),
      createQueue({
        name: 'follow leads',
        width: 8,
        leaseMs: submitLeaseMs,
        claim: (claim) => dueLeads.toFollow(claim),
        work: (lead) => followUp.follow(lead),
        retry,
      }),
    ],
  }
}

interface LeadCallbacksOptions {
  readonly config: Pick<Config, 'leadEvents' | 'callbackTokens'>
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadHints' | 'subscriptions'>
  readonly bss: Pick<BssAdapters, 'leadSubscriptions' | 'leadCallbackReader'>
  readonly log: { warn(message: string): void }
  readonly now: () => number
  readonly notify: Notify
}

/** The lease, longer than the two calls of a registration. */
const leaseMs = 120_000

/** Creates the receiver of the BSS's callbacks about home internet orders, where the operator enables them. */
function createLeadCallbacks({ config, stores, bss, log, now, notify }: LeadCallbacksOptions) {
  // The BSS gets a separate token, so that it does not know the gateways' one.
  const tokens = config.callbackTokens.map((token) =>
    deriveKey(token, 'orders for internet at home').toString('base64url'),
  )
  const { origin } = config.leadEvents
  const renewal = new SubscriptionRenewal({
    store: stores.subscriptions,
    registry: bss.leadSubscriptions,
    address: origin === undefined ? undefined : `${origin}${leadCallbackPath}/${tokens[0]}`,
    now,
    refused: (reason) => log.warn(`The BSS sends no callbacks about leads: ${reason}`),
    unnamed: () =>
      log.warn('The BSS registered the callback address for leads without returning an id: renewed in a day'),
  })
  const callbacks = new LeadCallbacks({
    reader: bss.leadCallbackReader,
    hints: stores.leadHints,
    notify: () => notify('follow leads'),
  })
  const leadWebhook: LeadWebhook = origin === undefined ? undefined : { tokens, callbacks }
  return {
    leadWebhook,
    queue: createQueue({
      name: 'subscribe to the bss',
      width: 1,
      leaseMs,
      claim: (claim) => renewal.due(claim.leaseMs),
      work: (held) => renewal.see(held),
    }),
  }
}

interface LeadServiceOptions {
  readonly issuedIds: IssuedIds
  readonly config: Pick<Config, 'feasibility' | 'bss' | 'leadEvents' | 'callbackTokens'>
  readonly stores: Pick<
    ReturnType<typeof createStores>,
    'leadSubmissions' | 'leadStatusUpdate' | 'dueLeads' | 'leadHints' | 'subscriptions'
  >
  readonly bss: Pick<BssAdapters, 'leadService' | 'feasibilitySource' | 'leadSubscriptions' | 'leadCallbackReader'>
  readonly places: Pick<Places, 'towns'>
  readonly metrics: { readonly countAlert: (event: Alert) => void }
  readonly log: { warn(message: string): void }
  readonly now: () => number
  readonly notify: Notify
}

export interface LeadOverrides {
  readonly leadService?: LeadService
  readonly feasibility?: FeasibilitySource
}

/** Opens home internet orders, the BSS that accepts them, and the source of feasibility. */
export function openLeadService(
  { config, bss, places, metrics, log, ...around }: LeadServiceOptions,
  overrides: LeadOverrides = {},
) {
  const isAskedAbroad = config.feasibility === 'tmf645'
  const { leadWebhook, queue } = createLeadCallbacks({ ...around, config, bss, log })
  const ownFeasibility = isAskedAbroad ? bss.feasibilitySource : createTownFeasibility(places.towns)
  const { leads, queues } = createLeadWork({
    ...around,
    service: overrides.leadService ?? bss.leadService,
    feasibility: overrides.feasibility ?? ownFeasibility,
    visibilityLagMs: 3 * config.bss.timeoutMs,
    alert(event, { reference }) {
      metrics.countAlert(event)
      log.warn(`${event} ${reference}`)
    },
  })
  return { leads, leadWebhook, queues: [...queues, queue] }
}

interface DraftServiceOptions {
  readonly issuedIds: IssuedIds
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadDrafts'>
  readonly market: { readonly country: string }
  readonly leads: Pick<Leads, 'submit' | 'submitted'>
  readonly plans: Pick<Plans, 'open'>
  readonly rateLimits: RateLimits
  readonly now: () => number
}

/** Makes the path of the page on which the customer follows the order, paid or not. */
const trackedPage = (trackId: string) => `/hbb-lead-status?${new URLSearchParams({ lead: trackId })}`

/** Creates the service of home internet orders, from the offer to the payment. */
export function createDraftService({ stores, issuedIds, market, leads, plans, rateLimits, now }: DraftServiceOptions) {
  const store = stores.leadDrafts
  return {
    drafts: new Drafts({
      store,
      limit: rateLimits('lead_draft'),
      now,
      newId: issuedIds.newId,
    }),
    draftSender: new DraftSender({
      store,
      leads,
      country: market.country,
      async openOrder({ reference, trackId, ...whose }) {
        const opened = await plans.open({ leadReference: reference }, { ...whose, redirectPage: trackedPage(trackId) })
        return opened.outcome === 'order' ? opened.order.id : undefined
      },
    }),
  }
}

type LeadLookup = Pick<LeadReader, 'byReference'>

export function payablePlanIn(leads: LeadLookup): PlansOptions['payable'] {
  return async (reference) => {
    const lead = await leads.byReference(reference)
    return lead !== undefined && isPayable(lead) ? lead.plan : undefined
  }
}

/** An order is known only together with its number: one that cannot be paid looks like one that does not exist. */
export function payableLeadIn(leads: LeadLookup, plans: Pick<Plans, 'standing'>): CheckoutOptions['payableLead'] {
  return async ({ reference: typed, msisdn }) => {
    const reference = readLeadReference(typed)
    const lead = reference === undefined ? undefined : await leads.byReference(reference)
    if (lead?.msisdn !== msisdn) return undefined
    const { state } = await plans.standing(lead.reference)
    const isToPay = state === 'open' || state === 'being_paid'
    return isToPay ? { leadReference: lead.reference } : undefined
  }
}
