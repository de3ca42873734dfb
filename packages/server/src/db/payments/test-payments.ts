import { type Money, money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { newId, newReference } from '../../common/ids.ts'
import type { Attempt } from '../../payments/attempt.ts'
import type { DeliveryTrouble } from '../../payments/deliveries.ts'
import type { DeliveryProvider } from '../../payments/delivery-provider.ts'
import type { Order } from '../../payments/orders.ts'
import type { Gateway, PaymentGateway, ProviderAttempt, VerificationResult } from '../../payments/payment-gateway.ts'
import type { Payer } from '../../payments/payments.ts'
import { createUnknownCallbacks } from '../recovery/unknown-payments.ts'
import type { OpenDatabase } from '../schema.ts'
import { assemble, type CoreOptions, createStores } from './test-core.ts'

/** A minimal provider; tests override what they need. */
export function fakeGateway(checkoutType: 'redirect' | 'push'): {
  -readonly [K in keyof PaymentGateway]: PaymentGateway[K]
} {
  return {
    checkoutType,
    firstEnquiryAfterMs: 5000,
    start: async () =>
      checkoutType === 'redirect' ? { outcome: 'redirect', url: 'https://pay.example/1' } : { outcome: 'waiting' },
    verify: async () => ({ state: 'pending' }),
    abandon: async () => {},
    refund: async () => 'refunded',
    verifyRefund: async () => 'unknown',
  }
}

export const capturedResult = ({ id, amount }: ProviderAttempt): VerificationResult => ({
  state: 'captured',
  attemptId: id,
  providerReference: `P-${id}`,
  amount,
})

const claim = { limit: 10, leaseMs: minute }

export interface HarnessOptions
  extends Pick<
    CoreOptions,
    'acceptProof' | 'takebackProvider' | 'rules' | 'reserve' | 'prepareTimeout' | 'sendReceipt'
  > {
  readonly gateways?: Readonly<Record<string, Gateway>>
}

/** Opens the money core on a real database, with a clock and providers that the test controls. */
export function openPayments(database: OpenDatabase, more: HarnessOptions = {}) {
  const { db } = database
  const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
  const now = () => clock.now
  const gateways = {
    card: fakeGateway('redirect'),
    otherCard: fakeGateway('redirect'),
    wallet: fakeGateway('push'),
    ...more.gateways,
  }
  const deliveryProvider: { -readonly [K in keyof DeliveryProvider]: DeliveryProvider[K] } = {
    prepare:
      async ({ id }) =>
      async () => ({ outcome: 'delivered', bssReference: `B-${id}` }),
    findByReference: async () => undefined,
    callOf: (kind) => `bss ${kind}`,
  }
  const alerts: string[] = []
  /** The queues that were notified. */
  const notifications: string[] = []
  const reports: DeliveryTrouble[] = []

  const stores = createStores(database, now)
  const { reader, due } = stores
  const core = assemble({
    stores,
    gateways,
    deliveryProvider,
    now,
    newId,
    newReference: () => newReference('Nyanja'),
    alert: (event) => alerts.push(event),
    notify: (queue) => notifications.push(queue),
    report: (trouble) => reports.push(trouble),
    unknownCallbacks: createUnknownCallbacks(db, now),
    ...(more.acceptProof && { acceptProof: more.acceptProof }),
    ...(more.rules && { rules: more.rules }),
    ...(more.takebackProvider && { takebackProvider: more.takebackProvider }),
    ...(more.reserve && { reserve: more.reserve }),
    ...(more.sendReceipt && { sendReceipt: more.sendReceipt }),
    ...(more.prepareTimeout && { prepareTimeout: more.prepareTimeout }),
  })
  const { orders, payments, statusChecks, deliveries, credits, takebacks, refunds } = core

  async function workAtTheBss(): Promise<void> {
    for (const delivery of await due.deliveries(claim)) await deliveries.deliver(delivery)
    for (const credit of await due.credits(claim)) await credits.deliver(credit)
    for (const takeback of await due.takebacks(claim)) await takebacks.process(takeback)
  }

  /** Runs everything that is due once, like a worker. */
  async function work(): Promise<void> {
    for (const gateway of Object.keys(gateways))
      for (const attempt of await due.attempts(gateway, claim)) await statusChecks.checkPayment(attempt)
    await workAtTheBss()
    for (const gateway of Object.keys(gateways))
      for (const payment of await due.refunds(gateway, claim)) await refunds.processRefund(payment)
  }

  /** Advances the clock and runs everything that has become due. */
  async function after(ms: number): Promise<void> {
    clock.now += ms
    await work()
  }

  async function placedOrder(amount: Money = money('MWK', 50_000)): Promise<Order> {
    return orders.open({
      channel: 'web',
      language: 'en',
      msisdn: '999000001',
      lineType: 'PREPAID',
      redirectPage: '/prepaid-recharge',
      choice: { kind: 'airtime', amount },
    })
  }

  /** Starts an attempt as the Pay button does. */
  async function startAttempt(order: Order, payer: Payer): Promise<Attempt> {
    const result = await payments.pay(order, payer)
    if (!('attempt' in result)) throw new Error(`No attempt was begun: ${result.outcome}`)
    return result.attempt
  }

  async function attemptsOf(order: Order): Promise<readonly Attempt[]> {
    return (await reader.paymentsOf(order.id)).map(({ attempt }) => attempt)
  }

  /** Lists the distinct review reasons of payments. */
  async function reviews(): Promise<string[]> {
    const rows = await db.selectFrom('reviews').select('reason').orderBy('created_at').orderBy('reason').execute()
    return rows.map(({ reason }) => reason)
  }

  async function history(attemptId: string): Promise<string[]> {
    const rows = await db.selectFrom('events').selectAll().where('attempt_id', '=', attemptId).orderBy('id').execute()
    return rows.map((row) => `${row.component} ${row.to_state}`)
  }

  return {
    db,
    clock,
    gateways,
    deliveryProvider,
    alerts,
    notifications,
    reports,
    ...core,
    stores,
    due,
    work,
    after,
    placedOrder,
    startAttempt,
    attemptsOf,
    reviews,
    history,
  }
}
