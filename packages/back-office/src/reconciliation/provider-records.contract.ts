import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { StoredPayment } from '../db/reconciliation/test-reconciliation.ts'

/** A payment as its provider has it. Times are epoch milliseconds. */
export interface ProvidedPayment extends Pick<StoredPayment, 'id' | 'providerReference' | 'amount'> {
  readonly provider: string
  readonly takenAt: number
  readonly refundedAt?: number | undefined
}

const iso = (at: number) => new Date(at).toISOString()

/** The records of each simulated provider, in its own form. */
const forms: Readonly<
  Record<string, { readonly list: string; readonly toRecord: (payment: ProvidedPayment, at: number) => object }>
> = {
  dpo: {
    list: 'transactions',
    toRecord: ({ id, amount, takenAt, refundedAt }, at) => ({
      ...{ companyRef: id, token: `TOKEN-${at}`, reference: `R${at}`, sum: amount, result: '000', isReversed: false },
      customer: { phone: '' },
      payment: { sum: amount, finalSum: amount, approval: '', fraudAlert: '000', at: iso(takenAt) },
      refunds:
        refundedAt === undefined
          ? []
          : [{ minor: amount.minor, reference: id, details: '', state: 'done', at: iso(refundedAt) }],
    }),
  },
  paystack: {
    list: 'transactions',
    toRecord: ({ id, amount, takenAt, refundedAt }, at) => ({
      ...{ id: at, reference: id, accessCode: `access${at}`, sum: amount, email: 'a@example.com', status: 'success' },
      payment: { sum: amount, requestedMinor: amount.minor, at: iso(takenAt) },
      refunds:
        refundedAt === undefined
          ? []
          : [
              {
                id: at,
                minor: amount.minor,
                at: iso(refundedAt),
                status: 'processed',
                outcome: 'processed',
                dueAtMs: 0,
              },
            ],
    }),
  },
  paychangu: {
    list: 'checkouts',
    toRecord: ({ id, providerReference, amount, takenAt, refundedAt }, at) => ({
      ...{ id: `checkout${at}`, reference: id, chargeId: providerReference, sum: amount, status: 'success' },
      ...{ customer: { email: null }, payment: { sum: amount, at: iso(takenAt) }, isReversed: false },
      ...(refundedAt !== undefined && { refund: 'done', refundedAt: iso(refundedAt) }),
    }),
  },
  money: {
    list: 'payments',
    toRecord: ({ id, providerReference, amount, takenAt, refundedAt }) => ({
      ...{ id, moneyId: providerReference, amountMinor: amount.minor, currency: amount.currency, msisdn: '' },
      ...{ status: 'TS', capturedAtMs: takenAt, expiresAtMs: takenAt },
      ...{ refundedMinor: refundedAt === undefined ? 0 : amount.minor, refundedAtMs: refundedAt },
    }),
  },
  tingg: {
    list: 'requests',
    toRecord: ({ id, providerReference, amount, takenAt, refundedAt }, at) => ({
      ...{ id: `page${at}`, reference: id, checkoutRequestId: providerReference, sum: amount, status: 183 },
      ...{ msisdn: '', isPaidBack: false, payment: { cpgTransactionId: String(at), sum: amount, at: iso(takenAt) } },
      refunds:
        refundedAt === undefined
          ? []
          : [{ minor: amount.minor, reference: id, state: 'processed', at: iso(refundedAt) }],
    }),
  },
  uba: {
    list: 'payments',
    toRecord: ({ id, amount, takenAt, refundedAt }, at) => ({
      ...{ id: `CIPG-261120-${at}`, reference: id, sum: amount, customer: { phone: '' }, outcome: 'approved' },
      ...{ taken: { sum: amount, at: iso(takenAt) }, isRefunded: refundedAt !== undefined },
      ...(refundedAt !== undefined && { refundedAt: iso(refundedAt) }),
    }),
  },
  wallet: {
    list: 'payments',
    toRecord: ({ id, providerReference, amount, takenAt, refundedAt }) => ({
      ...{ id, brand: 'smartcash', msisdn: '', amountMinor: amount.minor, currency: amount.currency },
      ...{ status: 'SUCCESS', walletReference: providerReference, completedAtMs: takenAt, expiresAtMs: takenAt },
      ...{ refundedMinor: refundedAt === undefined ? 0 : amount.minor, refundedAtMs: refundedAt, refunds: {} },
    }),
  },
  mpesa: {
    list: 'payments',
    toRecord: ({ id, providerReference, amount, takenAt, refundedAt }, at) => ({
      ...{ id, transactionId: providerReference, conversationId: `AG${at}`, msisdn: '', status: 'Completed' },
      ...{ amountMinor: amount.minor, currency: amount.currency, capturedAtMs: takenAt, code: 'done' },
      reversals:
        refundedAt === undefined
          ? []
          : [{ id: `r${at}`, transactionId: `T${at}`, minor: amount.minor, at: iso(refundedAt) }],
    }),
  },
}

export const simulatedProviders = Object.keys(forms)

/** Writes the state with which a sandbox begins. */
export function writeProviderRecords(folder: string, payments: readonly ProvidedPayment[]): void {
  const states = Object.entries(forms).map(([provider, { list, toRecord }]) => {
    const records = payments.filter((payment) => payment.provider === provider).map(toRecord)
    return [provider, { format: `${provider}-1`, wallets: [], [list]: records }]
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'sandbox.json'), JSON.stringify(Object.fromEntries(states)))
}
