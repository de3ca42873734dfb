import type { Found, ReferenceLookups } from '@nyanja/back-office/operations/after-restore'
import { displayMoney } from '@nyanja/domain/money/money'
import type { Purchase } from '@nyanja/server/payments/delivery-provider'
import type { MoneyJournal } from '@nyanja/server/payments/money-journal'
import type { VerificationResult } from '@nyanja/server/payments/payment-gateway'
import type { Config } from '@nyanja/server/settings/config'
import { bssOptionsOf, createProviders, silentMetrics } from '@nyanja/server/wiring/providers'

/** The kind of purchase of each call in the journal that moves goods. Only airtime is taken back. */
const kindOf: Readonly<Record<string, Purchase['kind']>> = {
  top_up: 'airtime',
  bundle_order: 'bundle',
  bill_payment: 'bill',
  plan_payment: 'plan',
  take_back: 'airtime',
}

/** Look-ups never write the journal. */
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

/** Queries providers and BSS about references that the database does not know. */
export function createReferenceLookups(options: {
  readonly config: Config
  readonly now: () => number
}): ReferenceLookups {
  const metrics = silentMetrics
  const tmf = bssOptionsOf({ ...options, metrics })
  const { gateways } = createProviders({
    ...options,
    ...{ tmf, metrics },
    journal: closedJournal,
    reachability: { toggled: () => {} },
    answered: () => {},
    log: { warn: () => {} },
  })
  const { deliveryProvider, takebackProvider } = options.config.bss.definition.open(tmf)

  return {
    async findPayment(name, request) {
      const gateway = gateways[name]
      return gateway && paymentFound(name, await gateway.verify(request))
    },

    async findDelivery(call, { id, amount }) {
      const provider = call === 'take_back' ? takebackProvider : deliveryProvider
      if (provider === undefined) return { state: 'unsure', text: 'bss: takes nothing back' }
      const found = await provider.findByReference({ id, amount, kind: kindOf[call] ?? 'airtime', msisdn: '' })
      if (found === undefined) return { state: 'not_there', text: 'bss: has no record of it' }
      if (found.outcome === 'impossible') return { state: 'not_there', text: `bss: ${found.reason}` }
      return { state: 'there', text: `bss: ${found.outcome}, ${found.bssReference}` }
    },
  }
}
