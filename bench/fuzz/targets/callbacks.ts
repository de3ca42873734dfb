import { createHmac } from 'node:crypto'
import { createDpoCallbackReader } from '@nyanja/server/adapters/dpo/callback'
import { createMpesaCallbackReader } from '@nyanja/server/adapters/mpesa/callback'
import { createMoneyCallbackReader } from '@nyanja/server/adapters/open-api-money/callback'
import { createPaychanguCallbackReader } from '@nyanja/server/adapters/paychangu/callback'
import { readPaystackCallback } from '@nyanja/server/adapters/paystack/callback'
import { createWalletCallbackReader } from '@nyanja/server/adapters/pin-wallet/callback'
import { createTinggCallbackReader } from '@nyanja/server/adapters/tingg/callback'
import { createTmfLeadCallbackReader } from '@nyanja/server/adapters/tmf/tmf-lead-subscriptions'
import type { CallbackReader, CallbackReading } from '@nyanja/server/payments/payment-gateway'
import { jsonLike, textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

const key = 'a key that signs callbacks'
const hmac = (algorithm: string, ...parts: readonly (string | Buffer)[]) => {
  const made = createHmac(algorithm, key)
  for (const part of parts) made.update(part)
  return made
}

/** The answer is made of the callback, and must be one that can be sent. */
function check(reading: CallbackReading, { answer }: Pick<CallbackReader, 'answer'>): void {
  if (typeof reading === 'string') return
  if (typeof reading.attemptId !== 'string' || reading.attemptId === '') throw new Error('a callback about no attempt')
  const { contentType, body } = reading.answer ?? answer
  if (contentType === 'application/json') JSON.parse(body)
}

const dpo = createDpoCallbackReader()
const mpesa = createMpesaCallbackReader()
const money = createMoneyCallbackReader({ keys: [key] })
const unsignedMoney = createMoneyCallbackReader({})
const paychangu = createPaychanguCallbackReader({ webhookSecrets: [key] })
const wallet = createWalletCallbackReader({ secrets: [key], now: () => 1_000_000 })
const tingg = createTinggCallbackReader()
const leads = createTmfLeadCallbackReader()
const noHeaders = {}

export const callbacks: readonly Target[] = [
  {
    name: 'callback of dpo (XML)',
    thousands: 900,
    inputs: textsLike(
      '<?xml version="1.0" encoding="utf-8"?><API3G><Result>000</Result><ResultExplanation>Paid</ResultExplanation><TransactionToken>72983CAC-5DB1-4C7F-BD88-352066B71592</TransactionToken><CompanyRef>0123ABCD</CompanyRef><TransactionAmount>5000.00</TransactionAmount></API3G>',
      '<API3G><CompanyRef a="b"><![CDATA[0123]]></CompanyRef><a:b xmlns:a="c"/><CompanyRef>&amp;&#65;</CompanyRef></API3G>',
    ),
    read: (input) => check(dpo.read(input, noHeaders), dpo),
  },
  {
    name: 'callback of mpesa',
    thousands: 400,
    inputs: jsonLike({
      input_OriginalConversationID: 'a1',
      input_ThirdPartyConversationID: 'b2',
      input_ResultCode: 'INS-0',
    }),
    read: (input) => check(mpesa.read(input, noHeaders), mpesa),
  },
  {
    name: 'callback of open-api-money',
    thousands: 600,
    inputs: jsonLike(
      { transaction: { id: 'b2', message: 'Paid "in" full', status_code: 'TS', airtel_money_id: 'MP1' }, hash: 'AAAA' },
      { hash: 'q83v', transaction: { id: 'b2', message: '}{,' } },
    ),
    read: (input) => {
      check(unsignedMoney.read(input, noHeaders), unsignedMoney)
      check(money.read(input, noHeaders), money)
    },
  },
  {
    name: 'callback of paychangu',
    thousands: 300,
    inputs: jsonLike(
      { event_type: 'checkout.payment', tx_ref: 'b2', status: 'success', amount: 5000 },
      { event_type: 'api.charge.payment', charge_id: 'b2' },
    ),
    read: (input) => check(paychangu.read(input, { signature: hmac('sha256', input).digest('hex') }), paychangu),
  },
  {
    name: 'callback of paystack',
    thousands: 300,
    inputs: jsonLike(
      { event: 'charge.success', data: { reference: 'b2', metadata: '', amount: 100 } },
      { event: 'refund.processed', data: { transaction_reference: 'b2' } },
      { event: 'charge.dispute.create', data: { transaction: { reference: 'b2' } } },
    ),
    read: (input) =>
      check(readPaystackCallback(input, hmac('sha512', input).digest('hex'), { secretKeys: [key] }), dpo),
  },
  {
    name: 'callback of a wallet',
    thousands: 300,
    inputs: jsonLike({ merchantTransactionId: 'b2', status: 'SUCCESS' }),
    read: (input) => {
      const signed = hmac('sha256', '1000.', input).digest('hex')
      check(wallet.read(input, { 'x-wallet-signature': `t=1000,v1=${signed}` }), wallet)
      // The input serves as its own signature.
      check(wallet.read(input, { 'x-wallet-signature': input.toString() }), wallet)
    },
  },
  {
    name: 'callback of tingg',
    thousands: 300,
    inputs: jsonLike({ merchant_transaction_id: 'b2', checkout_request_id: 17, request_status_code: 178 }),
    read: (input) => check(tingg.read(input, noHeaders), tingg),
  },
  {
    name: 'callback of the bss',
    thousands: 400,
    inputs: jsonLike(
      { eventType: 'SalesLeadStateChangeEvent', event: { salesLead: { id: 'L-1', status: 'qualified' } } },
      { eventType: 'salesLeadAttributeValueChangeEvent', event: { id: 7 } },
    ),
    read: (input) => leads.read(input),
  },
]
