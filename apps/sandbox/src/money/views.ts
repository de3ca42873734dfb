import { messageOf } from './codes.ts'
import type { Payment } from './payment.ts'
import type { Wallet } from './wallets.ts'

/** What stands on the handset. */
export const promptView = ({ id, msisdn, reference, amountMinor, currency, expiresAtMs }: Payment, payee: string) => ({
  id,
  msisdn,
  payee,
  reference,
  amountMinor,
  currency,
  expiresAt: new Date(expiresAtMs).toISOString(),
})

export const paymentView = ({ id, msisdn, status, code, moneyId, ...payment }: Payment) => ({
  id,
  msisdn,
  status,
  reason: messageOf(code),
  moneyId: moneyId ?? null,
  amountMinor: payment.amountMinor,
  currency: payment.currency,
  refundedMinor: payment.refundedMinor,
  askedAt: new Date(payment.askedAtMs).toISOString(),
  expiresAt: new Date(payment.expiresAtMs).toISOString(),
})

export const walletView = ({ pin: _pin, ...wallet }: Wallet, currency: string) => ({ ...wallet, currency })
