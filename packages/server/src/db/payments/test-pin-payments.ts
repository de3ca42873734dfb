import assert from 'node:assert/strict'
import { consentSubject, type Quote } from '@nyanja/domain/money/exchange'
import type { Money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import type { Attempt } from '../../payments/attempt.ts'
import { isPlaced, type PlacedOrder } from '../../payments/orders.ts'
import type { PinGateway } from '../../payments/payment-gateway.ts'
import type { PaymentsOptions } from '../../payments/payments.ts'
import { type ConsentGiven, PinPayments } from '../../payments/pin/pin-payments.ts'
import type { PinResult, PinStart, PinWallet, WalletConsent } from '../../payments/pin/pin-wallet.ts'
import type { OpenDatabase } from '../schema.ts'
import { createPinEntryStore } from './attempt-store.ts'
import { openPayments } from './test-payments.ts'

export const holder = '999000001'

/** Opens the money core with a PIN wallet whose holders consent. */
export function openPinPayments(database: OpenDatabase, rules: Pick<PaymentsOptions, 'isEligible'> = {}) {
  const gateway: { -readonly [K in keyof PinGateway]: PinGateway[K] } = {
    checkoutType: 'pin',
    firstEnquiryAfterMs: 5000,
    verify: async () => ({ state: 'pending' }),
    abandon: async () => {},
    refund: async () => 'refunded',
    verifyRefund: async () => 'refunded',
  }
  const consents = new Map<string, ConsentGiven & { readonly subject: string }>()
  const harness = openPayments(database, {
    rules,
    gateways: { smartcash: gateway },
    acceptProof: async ({ uniqueCode, subject }, { method, msisdn }) => {
      const given = consents.get(uniqueCode)
      return given?.subject === subject && given.method === method && given.msisdn === msisdn
    },
  })
  const { clock, stores, payments } = harness
  const started: string[] = []
  const requested: Money[] = []
  const sent: string[] = []
  let entries = 0
  const entryFor = (id: string) => ({
    walletTransactionId: `W-${id}`,
    keyId: '2026-1',
    publicKey: 'a2V5',
    nonce: `nonce-${++entries}`,
    expiresAt: clock.now + 3 * minute,
  })
  const wallet: { -readonly [K in keyof PinWallet]: PinWallet[K] } = {
    start: async ({ id, amount }): Promise<PinStart> => {
      started.push(id)
      requested.push(amount)
      return { outcome: 'pin_wanted', entry: entryFor(id), attemptsLeft: 5 }
    },
    submitPin: async ({ id }): Promise<PinResult> => {
      sent.push(id)
      return { outcome: 'processing' }
    },
  }
  const pinPayments = new PinPayments({
    payments,
    attempts: stores.attempts,
    reader: stores.reader,
    entries: createPinEntryStore(database.db),
    wallets: { smartcash: wallet },
    consentOf: async ({ uniqueCode, subject }) => {
      const given = consents.get(uniqueCode)
      return given?.subject === subject ? given : undefined
    },
    now: () => clock.now,
    notify: (queue) => harness.notifications.push(queue),
  })

  async function agreed(msisdn = holder) {
    const order = await harness.placedOrder()
    assert.ok(isPlaced(order))
    return { order, proof: agreeTo(order, msisdn) }
  }
  function agreeTo({ id }: PlacedOrder, msisdn: string, quote?: Quote) {
    const uniqueCode = `code-${consents.size}`
    const consent = { token: `Bearer ${uniqueCode}`, expiresAt: clock.now + 10 * minute }
    const subject = consentSubject(id, quote)
    consents.set(uniqueCode, { method: 'smartcash', msisdn, consent, subject })
    return { uniqueCode, subject }
  }
  const holderOf = ({ token }: WalletConsent) =>
    [...consents.values()].find(({ consent }) => consent.token === token)?.msisdn
  async function atPin(msisdn = holder) {
    const { order, proof } = await agreed(msisdn)
    const begun = await pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'pin_wanted', begun.outcome)
    return { order, proof, attempt: begun.attempt }
  }
  const now = async ({ id }: Attempt) => (await harness.progress.payment(id)).attempt
  const pageOf = async (order: PlacedOrder) => (await harness.progress.pageOf(order, 'pin')).page
  return {
    ...harness,
    gateway,
    wallet,
    started,
    requested,
    sent,
    pinPayments,
    agreed,
    agreeTo,
    holderOf,
    atPin,
    now,
    pageOf,
  }
}
