import type { Alert } from '@nyanja/domain/alerts'
import { createTmfLeadCallbackReader } from '../adapters/tmf/lead-callback.ts'
import type { TmfOptions } from '../adapters/tmf/tmf-client.ts'
import { createTmfFeasibilitySource } from '../adapters/tmf/tmf-feasibility-source.ts'
import { createTmfLeadSubscriptions } from '../adapters/tmf/tmf-lead-hub.ts'
import { createTmfLeadService } from '../adapters/tmf/tmf-lead-service.ts'
import { keyFor } from '../common/seal.ts'
import type { createStores } from '../db/stores.ts'
import { LeadCallbacks, type LeadWebhook, leadCallbackPath } from '../leads/lead-callbacks.ts'
import { Listening } from '../leads/listening.ts'
import { createTownFeasibility } from '../leads/town-feasibility.ts'
import type { Notify } from '../payments/queue-name.ts'
import { createQueue } from '../payments/worker.ts'
import type { Config } from '../settings/config.ts'
import { createLeadWork } from './lead-work.ts'
import type { Places } from './place-service.ts'

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
function createLeadListening({ config, stores, tmf, log, now, notify }: LeadListeningOptions) {
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

interface LeadOfficeOptions {
  readonly config: Pick<Config, 'feasibility' | 'bss' | 'leadEvents' | 'callbackToken'>
  readonly stores: Pick<
    ReturnType<typeof createStores>,
    'handIns' | 'leadStatusUpdate' | 'dueLeads' | 'leadHints' | 'listeners'
  >
  readonly tmf: TmfOptions
  readonly places: Pick<Places, 'towns'>
  readonly metrics: { readonly alerted: (event: Alert) => void }
  readonly log: { warn(message: string): void }
  readonly now: () => number
  readonly notify: Notify
}

/** Orders for internet at home, with the operator's own people behind them and whoever says where it can be had. */
export function openLeadOffice({ config, tmf, places, metrics, log, ...around }: LeadOfficeOptions) {
  const isAskedAbroad = config.feasibility === 'tmf645'
  const { leadWebhook, queue } = createLeadListening({ ...around, config, tmf, log })
  const { leads, queues } = createLeadWork({
    ...around,
    service: createTmfLeadService({ ...tmf, now: around.now, log: (words) => log.warn(words) }),
    feasibility: isAskedAbroad ? createTmfFeasibilitySource(tmf) : createTownFeasibility(places.towns),
    checkingMs: 3 * config.bss.timeoutMs,
    alert(event, { reference }) {
      metrics.alerted(event)
      log.warn(`${event} ${reference}`)
    },
  })
  return { leads, leadWebhook, queues: [...queues, queue] }
}
