import type { Alert } from '@nyanja/domain/alerts'
import type { TmfOptions } from './adapters/tmf/tmf-client.ts'
import { createTmfFeasibilitySource } from './adapters/tmf/tmf-feasibility-source.ts'
import { createTmfLeadService } from './adapters/tmf/tmf-lead-service.ts'
import type { Config } from './config.ts'
import type { createStores } from './db/stores.ts'
import { createLeadListening } from './lead-listening.ts'
import { createLeadWork } from './lead-work.ts'
import { createTownFeasibility } from './leads/town-feasibility.ts'
import type { Notify } from './payments/queue-name.ts'
import type { Places } from './place-service.ts'

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
