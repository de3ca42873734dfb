import { money } from '@nyanja/domain/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publicKey } from '../../../sandbox/src/mpesa/key-pair.ts'
import { attemptOf } from '../payments/payment-gateway.contract.ts'
import type { PaymentGateway } from '../payments/payment-gateway.ts'
import { gatewayBench } from './gateway-bench.contract.ts'
import { createMpesaGateway } from './mpesa/mpesa-gateway.ts'
import { createOpenApiMoneyGateway } from './open-api-money/open-api-money-gateway.ts'
import { testSandbox } from './sandbox.contract.ts'

const sandbox = testSandbox({ market: 'cd' })
const currencies = ['USD', 'CDF'] as const

const Captured = z.object({
  captures: z.array(z.object({ reference: z.string(), currency: z.string(), amountMinor: z.number() })),
})

const ways: readonly (readonly [name: string, provider: 'mpesa' | 'money', open: () => PaymentGateway])[] = [
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

describe.each(ways)('in a market with two currencies %s', (_name, provider, open) => {
  const { request, books } = gatewayBench(sandbox, {
    provider,
    operations: { verify: '' },
    particulars: (count) => ({ id: `TXN${provider}${count}`, payerMsisdn: '830000001' }),
  })

  it.each([money('USD', 250), money('CDF', 1_425_000)])(
    'is asked for exactly %o, and gives it back',
    async (amount) => {
      const gateway = open()
      const asked = request({ amount })
      const result = await gateway.start(asked)
      await sandbox.control(`/${provider}/payments/${asked.id}/turn`, { to: 'success' })
      const attempt = attemptOf(asked, result)
      expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured', reference: asked.id })
      const { captures } = Captured.parse(await sandbox.control('/books'))
      expect(captures).toMatchObject([{ reference: asked.id, currency: amount.currency, amountMinor: amount.minor }])
      expect(await gateway.refund(attempt)).toBe('refunded')
      expect(await books(asked.id)).toEqual([{ amountMinor: amount.minor, refundedMinor: amount.minor }])
    },
  )

  it('is not asked for a third one', async () => {
    const refused = { outcome: 'refused', reason: 'unsupported_currency' }
    expect(await open().start(request({ amount: money('MWK', 100_000) }))).toEqual(refused)
  })
})
