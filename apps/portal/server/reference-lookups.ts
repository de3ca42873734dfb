import { displayMoney } from '@nyanja/domain/money/money'
import { createTmfDeliveryProvider } from './adapters/tmf/tmf-delivery-provider.ts'
import type { Config } from './config.ts'
import type { Found, ReferenceLookups } from './operations/after-restore.ts'
import type { Purchase } from './payments/delivery-provider.ts'
import type { MoneyJournal } from './payments/money-journal.ts'
import type { VerificationResult } from './payments/payment-gateway.ts'
import { tmfOptionsOf } from './portal.ts'
import { createProviders } from './providers.ts'

/** How the BSS finds what a call of the journal has done there. */
const kindOf: Readonly<Record<string, Purchase['kind']>> = {
  top_up: 'airtime',
  bundle_order: 'bundle',
  bill_payment: 'bill',
  plan_payment: 'plan',
}

/** Only questions are asked. */
const closedJournal: MoneyJournal = {
  record: () => Promise.reject(new Error('A look-up moves no money')),
}

function paymentFound(gateway: string, result: VerificationResult): Found {
  if (result.state === 'captured') {
    const { amount, providerReference } = result
    const words = ['captured', amount && displayMoney(amount), providerReference].filter(Boolean)
    return { state: 'there', text: `${gateway}: ${words.join(', ')}` }
  }
  if (result.state === 'refused') return { state: 'not_there', text: `${gateway}: ${result.reason}` }
  return { state: 'unsure', text: `${gateway}: ${result.state === 'review' ? result.reason : result.state}` }
}

/** Asks providers and BSS about references of which the database knows nothing. */
export function createReferenceLookups(options: {
  readonly config: Config
  readonly now: () => number
}): ReferenceLookups {
  const metrics = { addedProvider: () => {}, askedProvider: () => {}, changedCircuit: () => {} }
  const tmf = tmfOptionsOf({ config: options.config, metrics })
  const { gateways } = createProviders({
    ...options,
    ...{ tmf, metrics },
    journal: closedJournal,
    reachability: { turned: () => {} },
    answered: () => {},
    log: { warn: () => {} },
  })
  const deliveryProvider = createTmfDeliveryProvider(tmf)

  return {
    async findPayment(name, asked) {
      const gateway = gateways[name]
      return gateway && paymentFound(name, await gateway.verify(asked))
    },

    async findDelivery(call, { id, amount }) {
      const found = await deliveryProvider.findByReference({ id, amount, kind: kindOf[call] ?? 'airtime', msisdn: '' })
      if (found === undefined) return { state: 'not_there', text: 'bss: never heard of it' }
      if (found.outcome === 'impossible') return { state: 'not_there', text: `bss: ${found.reason}` }
      return { state: 'there', text: `bss: ${found.outcome}, ${found.bssReference}` }
    },
  }
}
