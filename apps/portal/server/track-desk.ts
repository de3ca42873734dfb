import { busyAddress } from '@nyanja/domain/otp-limits'
import type { createStores } from './db/stores.ts'
import { TrackMisses } from './leads/track-misses.ts'
import { Tracking } from './leads/tracking.ts'
import { BusyAddresses } from './otp/busy-addresses.ts'
import type { Toll } from './otp/toll.ts'

/** What is paid for one look is good for nothing else. */
const trackPlace = 'orders for internet at home'

interface TrackDeskOptions {
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadReader' | 'misses'>
  readonly now: () => number
}

/** Who may look at orders for internet at home, and how often for nothing. */
export function createTrackDesk({ stores, now }: TrackDeskOptions, toll: Toll): Tracking {
  // Counted apart from wishes for codes and looks at bills.
  const busyAddresses = new BusyAddresses({ ...busyAddress, now })
  return new Tracking({
    store: stores.leadReader,
    misses: new TrackMisses({ store: stores.misses, now }),
    toll: {
      isPaid: (paid, because) => toll.isPaid(paid, trackPlace, because),
      demand: (because, ticket) => toll.demand(because, trackPlace, ticket),
    },
    isBusyWith: (address) => busyAddresses.isBusyWith(address),
    now,
  })
}
