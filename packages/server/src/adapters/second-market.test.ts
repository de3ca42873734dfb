import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publicKey } from '../../../../apps/sandbox/src/mpesa/sessions.ts'
import { attemptOf } from '../payments/payment-gateway.contract.ts'
import type { PaymentGateway } from '../payments/payment-gateway.ts'
import { sealFor } from '../testing/test-seal.ts'
import { createGatewayFixture } from './gateway-fixture.contract.ts'
import { createMpesaGateway } from './mpesa/gateway.ts'
import { createOpenApiMoneyGateway } from './open-api-money/gateway.ts'
import type { PinWalletProvider } from './pin-wallet/pin-wallet-provider.ts'
import { openTestWallet } from './pin-wallet/test-wallet.ts'
import { testSandbox } from './sandbox.contract.ts'

const sandbox = testSandbox({ market: 'cd' })
const currencies = ['USD', 'CDF'] as const

const Captured = z.object({
  captures: z.array(z.object({ reference: z.string(), currency: z.string(), amountMinor: z.number() })),
})

const gateways: readonly (readonly [name: string, provider: 'mpesa' | 'money', open: () => PaymentGateway])[] = [
  [
    'M-Pesa',
    'mpesa',
    () =>
      createMpesaGateway({
        baseUrl: `${sandbox.url}/mpesa/sandbox/ipg/v2`,
        market: 'vodacomDRC',
        country: 'DRC',
        countryCode: '243',
        currencies,
        apiKey: 'nyanja-sandbox-key',
        publicKey,
        serviceProviderCode: '000000',
        pause: async () => {},
      }),
  ],
  [
    'the operator’s own wallet',
    'money',
    () =>
      createOpenApiMoneyGateway({
        baseUrl: `${sandbox.url}/money`,
        clientId: 'nyanja-sandbox',
        clientSecret: 'nyanja-sandbox-secret',
        country: 'CD',
        currencies,
        pause: async () => {},
      }),
  ],
]

describe.each(gateways)('a payment in a market with two currencies by %s', (_name, provider, open) => {
  const { request, records } = createGatewayFixture(sandbox, {
    provider,
    operations: { verify: '' },
    particulars: (count) => ({ id: `TXN${provider}${count}`, payerMsisdn: '830000001' }),
  })

  it.each([money('USD', 250), money('CDF', 1_425_000)])('is charged and refunded as exactly %o', async (amount) => {
    const gateway = open()
    const requested = request({ amount })
    const result = await gateway.start(requested)
    await sandbox.control(`/${provider}/payments/${requested.id}/turn`, { to: 'success' })
    const attempt = attemptOf(requested, result)
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured', attemptId: requested.id })
    const { captures } = Captured.parse(await sandbox.control('/books'))
    expect(captures).toMatchObject([{ reference: requested.id, currency: amount.currency, amountMinor: amount.minor }])
    expect(await gateway.refund(attempt)).toBe('refunded')
    expect(await records(requested.id)).toEqual([{ amountMinor: amount.minor, refundedMinor: amount.minor }])
  })

  it('is refused in a third currency', async () => {
    const refused = { outcome: 'refused', reason: 'unsupported_currency' }
    expect(await open().start(request({ amount: money('MWK', 100_000) }))).toEqual(refused)
  })
})

const brands = [
  ['SmartCash', 'smartcash', 'KS'],
  ['Nyanja Money with a PIN', 'nyanja-money-pin', 'NYANJA_MONEY'],
] as const
const Text = z.object({ text: z.string() })
const Balance = z.object({ balanceMinor: z.number() })

describe.each(brands)('a payment in a market with two currencies by %s', (_name, name, paymentMode) => {
  const open = () => openTestWallet(sandbox.url, { name, paymentMode, opco: 'CD', countryCode: '243', currencies })
  const { request, records } = createGatewayFixture(sandbox, {
    provider: 'wallet',
    operations: { verify: '' },
    // Each request has a separate wallet, because a number gets only one code a minute.
    particulars: (count) => ({ id: `TXN${name}${count}`, payerMsisdn: `830000${100 + count}` }),
  })

  async function consentOf({ codes }: PinWalletProvider, msisdn: string) {
    const sent = await codes.send(msisdn)
    const { text } = Text.parse(await sandbox.control(`/sms/latest?msisdn=${msisdn}`))
    const refId = sent.outcome === 'sent' ? sent.refId : ''
    const verified = await codes.verify({ refId, msisdn, otp: text.slice(0, 6) })
    if (verified.outcome !== 'verified') throw new Error(`Not verified: ${verified.outcome}`)
    return verified.consent
  }

  it.each([money('USD', 250), money('CDF', 1_425_000)])(
    'is charged as exactly %o after a PIN, and refunded',
    async (amount) => {
      const requested = request({ amount })
      const brand = name === 'smartcash' ? name : 'nyanja-money'
      const balance = async () =>
        Balance.parse(await sandbox.control(`/wallet/wallets/${brand}/${requested.payerMsisdn}`)).balanceMinor
      const before = await balance()
      const provider = open()
      const consent = await consentOf(provider, requested.payerMsisdn)
      const started = await provider.wallet.start(requested, consent)
      if (started.outcome !== 'pin_wanted') throw new Error(`No PIN is wanted: ${started.outcome}`)
      const { publicKey, walletTransactionId, nonce } = started.entry
      const sealed = await sealFor({ publicKey }, `v1|${walletTransactionId}|${nonce}|1234`)
      await provider.wallet.submitPin({ id: requested.id, ...started.entry, sealed }, consent)
      expect(await provider.gateway.verify(requested)).toMatchObject({
        state: 'captured',
        attemptId: requested.id,
        amount,
      })
      expect(await balance()).toBe(before - amount.minor)
      expect(await provider.gateway.refund(requested)).toBe('refunded')
      expect(await records(requested.id)).toEqual([{ amountMinor: amount.minor, refundedMinor: amount.minor }])
      expect(await balance()).toBe(before)
    },
  )

  it('is the same payment only in the same currency', async () => {
    const requested = request({ amount: money('CDF', 50_000) })
    const provider = open()
    const consent = await consentOf(provider, requested.payerMsisdn)
    expect(await provider.wallet.start(requested, consent)).toMatchObject({ outcome: 'pin_wanted' })
    const other = { ...requested, amount: money('USD', 50_000) }
    await expect(provider.wallet.start(other, consent)).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })

  it('is refused in a third currency', async () => {
    const started = await open().wallet.start(request(), { token: 'Bearer none', expiresAt: 0 })
    expect(started).toEqual({ outcome: 'refused', reason: 'unsupported_currency' })
  })
})
