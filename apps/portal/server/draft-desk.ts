import { draftsOfAddress } from '@nyanja/domain/draft-limits'
import type { createStores } from './db/stores.ts'
import { newId } from './ids.ts'
import { DraftSender } from './leads/draft-sender.ts'
import { Drafts } from './leads/drafts.ts'
import type { Leads } from './leads/leads.ts'
import { BusyAddresses } from './otp/busy-addresses.ts'
import type { Toll } from './otp/toll.ts'
import type { Plans } from './payments/plans.ts'

interface DraftDeskOptions {
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadDrafts'>
  readonly market: { readonly country: string }
  readonly leads: Pick<Leads, 'submit' | 'submitted'>
  readonly plans: Pick<Plans, 'open'>
  readonly toll: Toll
  readonly now: () => number
}

/** Where whoever has paid, or does not want to, sees how the order goes. */
const trackedPage = (trackId: string) => `/hbb-lead-status?${new URLSearchParams({ lead: trackId })}`

/** What is paid for one beginning is good for nothing else. */
const place = 'new orders for internet at home'

/** Orders for internet at home, from the offer to the payment. */
export function createDraftDesk({ stores, market, leads, plans, toll, now }: DraftDeskOptions) {
  const store = stores.leadDrafts
  const busyAddresses = new BusyAddresses({ ...draftsOfAddress, now })
  return {
    drafts: new Drafts({
      store,
      toll: {
        isPaid: (paid, because) => toll.isPaid(paid, place, because),
        demand: (because, ticket) => toll.demand(because, place, ticket),
      },
      isBusyWith: (address) => busyAddresses.isBusyWith(address),
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
