import { codes } from './codes.ts'
import { type Payment, refundedMinor } from './payment.ts'
import type { Wallet } from './wallets.ts'

/** What stands on the handset. */
export const promptView = ({ id, msisdn, items, amountMinor, currency, expiresAtMs }: Payment, payee: string) => ({
  id,
  msisdn,
  payee,
  reference: items,
  amountMinor,
  currency,
  expiresAt: new Date(expiresAtMs).toISOString(),
})

export const paymentView = (payment: Payment) => ({
  id: payment.id,
  reference: payment.reference,
  msisdn: payment.msisdn,
  status: payment.status,
  code: payment.code === undefined ? null : codes[payment.code].code,
  reason: payment.code === undefined ? null : codes[payment.code].words,
  transactionId: payment.transactionId ?? null,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  refundedMinor: refundedMinor(payment),
  askedAt: new Date(payment.askedAtMs).toISOString(),
  expiresAt: new Date(payment.expiresAtMs).toISOString(),
})

export const walletView = ({ pin: _pin, ...wallet }: Wallet) => wallet
