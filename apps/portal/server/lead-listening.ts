import { createTmfLeadCallbackReader } from './adapters/tmf/lead-callback.ts'
import type { TmfOptions } from './adapters/tmf/tmf-client.ts'
import { createTmfLeadSubscriptions } from './adapters/tmf/tmf-lead-hub.ts'
import type { Config } from './config.ts'
import type { createStores } from './db/stores.ts'
import { type LeadWebhook, leadCallbackPath } from './http/lead-callbacks.ts'
import { LeadCallbacks } from './leads/lead-callbacks.ts'
import { Listening } from './leads/listening.ts'
import type { Notify } from './payments/queue-name.ts'
import { createQueue } from './payments/worker.ts'
import { keyFor } from './seal.ts'

interface LeadListeningOptions {
  readonly config: Pick<Config, 'leadEvents' | 'callbackToken'>
  readonly stores: Pick<ReturnType<typeof createStores>, 'leadHints' | 'listeners'>
  readonly tmf: TmfOptions
  readonly log: { warn(message: string): void }
  readonly now: () => number
  readonly notify: Notify
}

/** Longer than the two calls that it takes to be heard of. */
const leaseMs = 120_000

/** How the BSS tells us of orders for internet at home, where the operator wants that. */
export function createLeadListening({ config, stores, tmf, log, now, notify }: LeadListeningOptions) {
  // Of its own, so that the BSS does not know where gateways call.
  const token = keyFor(config.callbackToken, 'orders for internet at home').toString('base64url')
  const { origin } = config.leadEvents
  const listening = new Listening({
    store: stores.listeners,
    hub: createTmfLeadSubscriptions(tmf),
    address: origin === undefined ? undefined : `${origin}${leadCallbackPath}/${token}`,
    now,
    refused: (reason) => log.warn(`The BSS does not call us about leads: ${reason}`),
    unnamed: () => log.warn('The BSS took our address for leads and does not say under which id: asked again in a day'),
  })
  const callbacks = new LeadCallbacks({
    reader: createTmfLeadCallbackReader(tmf.profile),
    hints: stores.leadHints,
    notify: () => notify('follow leads'),
  })
  const leadWebhook: LeadWebhook = origin === undefined ? undefined : { token, callbacks }
  return {
    leadWebhook,
    queue: createQueue({
      name: 'listen to the bss',
      width: 1,
      leaseMs,
      claim: (claim) => listening.due(claim.leaseMs),
      work: (held) => listening.see(held),
    }),
  }
}
