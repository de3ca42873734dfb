import { newId } from '../common/ids.ts'
import type { createStores } from '../db/stores.ts'
import { DraftSender } from '../leads/draft-sender.ts'
import { Drafts } from '../leads/drafts.ts'
import type { Leads } from '../leads/leads.ts'
import type { Plans } from '../payments/plans.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'

interface DraftServiceOptions {
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadDrafts'>
  readonly market: { readonly country: string }
  readonly leads: Pick<Leads, 'submit' | 'submitted'>
  readonly plans: Pick<Plans, 'open'>
  readonly rateLimits: RateLimits
  readonly now: () => number
}

/** Where whoever has paid, or does not want to, sees how the order goes. */
const trackedPage = (trackId: string) => `/hbb-lead-status?${new URLSearchParams({ lead: trackId })}`

/** Orders for internet at home, from the offer to the payment. */
export function createDraftService({ stores, market, leads, plans, rateLimits, now }: DraftServiceOptions) {
  const store = stores.leadDrafts
  return {
    drafts: new Drafts({
      store,
      limit: rateLimits('lead_draft'),
      now,
      newId,
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
