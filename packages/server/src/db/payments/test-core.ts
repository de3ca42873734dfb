import { minute } from '@nyanja/domain/time'
import type { OutboxMessage } from '../../common/outbox-message.ts'
import { toCreditChecks, toCreditProvider } from '../../payments/credits.ts'
import { Deliveries, type DeliveryTrouble } from '../../payments/deliveries.ts'
import type { DeliveryProvider } from '../../payments/delivery-provider.ts'
import type { Reserve } from '../../payments/due-work.ts'
import { FirstDeliveries, type FirstDeliveriesOptions } from '../../payments/first-deliveries.ts'
import { HintedChecks } from '../../payments/hinted-checks.ts'
import { Orders } from '../../payments/orders.ts'
import type { Gateway, UnknownCallbacks } from '../../payments/payment-gateway.ts'
import { PaymentProgress } from '../../payments/payment-progress.ts'
import { Payments, type PaymentsOptions } from '../../payments/payments.ts'
import { Refunds } from '../../payments/refunds.ts'
import { StatusChecks } from '../../payments/status-checks.ts'
import { createTakebacks, type TakebackProvider } from '../../payments/takebacks.ts'
import { createOutboxStore } from '../messages/outbox-store.ts'
import type { OpenDatabase } from '../schema.ts'
import { createAttemptStore } from './attempt-store.ts'
import { createCheckStore, createDeliveryStore } from './component-stores.ts'
import { createCreditStore } from './credit-store.ts'
import { createDueWork } from './due-work.ts'
import { createOrderStore } from './order-store.ts'
import { createPaymentReader } from './payment-reader.ts'
import { createRefundStore } from './refund-store.ts'
import { createTakebackStore } from './takeback-store.ts'

export function createStores(database: Pick<OpenDatabase, 'db' | 'engine' | 'processId'>, now: () => number) {
  const { db } = database
  return {
    orders: createOrderStore(db),
    attempts: createAttemptStore(database, now),
    reader: createPaymentReader(database),
    checks: createCheckStore(db, now),
    deliveries: createDeliveryStore(database, now),
    refunds: createRefundStore(db, now),
    credits: createCreditStore(db, now),
    takebacks: createTakebackStore(db, now),
    due: createDueWork(database, now),
    outbox: createOutboxStore(database, now),
  }
}

export interface CoreOptions {
  readonly stores: ReturnType<typeof createStores>
  readonly gateways: Readonly<Record<string, Gateway>>
  readonly deliveryProvider: DeliveryProvider
  readonly takebackProvider?: TakebackProvider
  readonly now: () => number
  readonly newId: () => string
  readonly newReference: () => string
  readonly alert: (event: string) => void
  readonly notify?: (queue: string) => void
  readonly report?: (trouble: DeliveryTrouble) => void
  /** Without it only claims lease rows. */
  readonly reserve?: Reserve
  readonly sendReceipt?: (receipt: OutboxMessage) => Promise<void>
  readonly prepareTimeout?: FirstDeliveriesOptions['prepareTimeout']
  readonly unknownCallbacks?: UnknownCallbacks
  /** Without it no receipt address is accepted. */
  readonly acceptProof?: PaymentsOptions['acceptProof']
  /** Each payment method has one gateway and is enabled, unless the test says otherwise. */
  readonly rules?: Partial<Pick<PaymentsOptions, 'methods' | 'isOpen' | 'suits' | 'isEligible' | 'prompts'>>
}

const setup = { startTimeoutMs: minute, lifeMs: 10 * minute }

/** Assembles the use cases of the money core over any implementation of their ports. */
export function assemble(options: CoreOptions) {
  const {
    stores,
    gateways,
    deliveryProvider,
    takebackProvider,
    now,
    newId,
    newReference,
    alert,
    rules,
    acceptProof = async () => false,
    notify = () => {},
    report = () => {},
    reserve = async () => undefined,
    sendReceipt = async () => {},
    prepareTimeout = () => new Promise(() => {}),
  } = options
  const { attempts, reader, checks, due } = stores
  const receipts = { leases: stores.outbox, send: sendReceipt }
  const delivering = { visibilityLagMs: minute, receipts, reserve, now, notify, alert, report }
  const deliveries = new Deliveries({ ...delivering, deliveries: stores.deliveries, checks, deliveryProvider })
  const firstDeliveries = new FirstDeliveries({ attempts, deliveries, due, reserve, prepareTimeout })
  const statusChecks = new StatusChecks({ attempts, firstDeliveries, checks, gateways, now, notify, alert })
  return {
    orders: new Orders({ store: stores.orders, now, newId }),
    payments: new Payments({
      attempts,
      reader,
      gateways,
      methods: {
        card: [
          { ...setup, gateway: 'card' },
          { ...setup, gateway: 'otherCard' },
        ],
        nyanja_money: [{ ...setup, gateway: 'wallet' }],
        smartcash: [{ ...setup, gateway: 'smartcash', needsProof: true }],
      },
      returnUrls: () => ({ returnUrl: 'https://portal.example/back', cancelUrl: 'https://portal.example/cancel' }),
      describe: () => 'Airtime recharge',
      isOpen: async () => true,
      acceptProof,
      ...rules,
      now,
      newId,
      newReference,
    }),
    progress: new PaymentProgress({
      orders: stores.orders,
      reader,
      unknownCallbacks: options.unknownCallbacks ?? { noteCallback: async () => {}, isListed: async () => false },
      gateways,
      hintedChecks: new HintedChecks({ reader, statusChecks, due, reserve, notify }),
      now,
      notify,
    }),
    statusChecks,
    deliveries,
    credits: new Deliveries({
      ...delivering,
      deliveries: stores.credits,
      checks: toCreditChecks(checks),
      deliveryProvider: toCreditProvider(deliveryProvider),
    }),
    takebacks: createTakebacks(delivering, { store: stores.takebacks, checks, provider: takebackProvider }),
    refunds: new Refunds({ refunds: stores.refunds, gateways, now, notify, alert }),
  }
}
