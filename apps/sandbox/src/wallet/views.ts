import type { JsonObject } from '../core/bodies.ts'
import { decimalOf } from '../core/market.ts'
import type { Payment } from './ledger.ts'
import type { Simulation } from './simulation.ts'
import type { Wallet } from './wallets.ts'

const whole = (fields: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

/** Builds the view with a new nonce, because each may be used once. */
export function pinView(payment: Payment, { keys, account, settings }: Simulation): JsonObject {
  const { id, publicKey } = keys.current
  return {
    encryptionKeyDetails: {
      keyId: id,
      algorithm: 'RSA-OAEP-256',
      key: publicKey,
      nonce: account.renewNonce(payment),
      expiresIn: settings.nonceMs / 1000,
    },
  }
}

export const statusView = ({ status, reason, walletTransactionId, walletReference }: Payment): JsonObject =>
  whole({ walletTransactionId, status, reasonCode: reason, walletReference })

/** Builds the answer to a query by the merchant's own id. */
export function enquiryView(payment: Payment, { countryCode }: Simulation): JsonObject {
  const { id, reason, amountMinor, currency, msisdn, completedAtMs } = payment
  return whole({
    merchantTransactionId: id,
    ...statusView(payment),
    reason: reason && reasons[reason],
    amount: decimalOf(amountMinor),
    currency,
    msisdn: `${countryCode}${msisdn}`,
    completedAt: completedAtMs === undefined ? undefined : new Date(completedAtMs).toISOString(),
  })
}

const reasons = {
  INSUFFICIENT_FUNDS: 'The wallet holds too little',
  LIMIT_EXCEEDED: 'The amount is over the limit',
  REFUSED: 'The payment was refused',
  WALLET_LOCKED: 'The wallet is locked',
} as const

/** Builds the view of a wallet for the panel and for tests, which may know the PIN. */
export const walletView = (wallet: Wallet, currency: string) => ({ ...wallet, currency })

export const paymentView = (payment: Payment) => ({
  id: payment.id,
  brand: payment.brand,
  msisdn: payment.msisdn,
  status: payment.status,
  reason: payment.reason ?? null,
  walletTransactionId: payment.walletTransactionId,
  walletReference: payment.walletReference ?? null,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  refundedMinor: payment.refundedMinor,
  expiresAt: new Date(payment.expiresAtMs).toISOString(),
})
