import type { Money } from '@nyanja/domain/money/money'
import type { DeliveryProvider, PurchaseKind } from './delivery-provider.ts'
import type { Gateway } from './payment-gateway.ts'
import type { PinWallet } from './pin/pin-wallet.ts'

export const journaledCalls = [
  'charge',
  'pin',
  'refund',
  'top_up',
  'bundle_order',
  'bill_payment',
  'plan_payment',
  'take_back',
] as const
export type JournaledCall = (typeof journaledCalls)[number]

/** One call that may move money or goods, without customer data. */
export interface JournalLine {
  /** Our id of the attempt, which the provider and the BSS know. */
  readonly reference: string
  readonly gateway: string
  readonly call: JournaledCall
  /** A PIN is recorded with its charge. */
  readonly amount?: Money
}

/** A journal independent of the database: a restored one lacks what was done after the backup. */
export interface MoneyJournal {
  /** Resolves once the line is durable. When it rejects, the call must not be made. */
  record(line: JournalLine): Promise<void>
}

const callOf = {
  airtime: 'top_up',
  bundle: 'bundle_order',
  bill: 'bill_payment',
  invoice: 'bill_payment',
  plan: 'plan_payment',
} as const satisfies Record<PurchaseKind, JournaledCall>

/** Returns the same gateway, with a journal line before each call that moves money. */
export function journalGateway(name: string, gateway: Gateway, journal: MoneyJournal): Gateway {
  const written = async (call: JournaledCall, { id, amount }: { readonly id: string; readonly amount: Money }) =>
    journal.record({ reference: id, gateway: name, call, amount })
  const refund: Gateway['refund'] = async (asked) => {
    await written('refund', { id: asked.id, amount: asked.part ?? asked.amount })
    return gateway.refund(asked)
  }
  if (gateway.checkoutType === 'pin') return { ...gateway, refund }
  return {
    ...gateway,
    refund,
    async start(request) {
      await written('charge', request)
      return gateway.start(request)
    },
  }
}

export function journalPinWallet(name: string, wallet: PinWallet, journal: MoneyJournal): PinWallet {
  return {
    async start(request, consent) {
      await journal.record({ reference: request.id, gateway: name, call: 'charge', amount: request.amount })
      return wallet.start(request, consent)
    },
    async submitPin(pin, consent) {
      await journal.record({ reference: pin.id, gateway: name, call: 'pin' })
      return wallet.submitPin(pin, consent)
    },
  }
}

/** `call` is its name in the journal, where that is not its kind. */
export function journalDeliveries<Provider extends DeliveryProvider>(
  deliveryProvider: Provider,
  journal: MoneyJournal,
  call?: JournaledCall,
): Provider {
  return {
    ...deliveryProvider,
    async prepare(purchase) {
      const send = await deliveryProvider.prepare(purchase)
      return async () => {
        const { id, kind, amount } = purchase
        const line = { reference: id, gateway: 'bss', call: call ?? callOf[kind], amount }
        const isWritten = await journal.record(line).then(
          () => true,
          () => false,
        )
        return isWritten ? send() : { outcome: 'not_sent', reason: 'journal' }
      }
    },
  }
}
