import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import type { PaymentRequest } from '../../payments/payment-gateway.ts'
import { begunOnPage, createGatewayFixture, recorder } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createUbaGateway, type UbaOptions } from './gateway.ts'

const sandbox = testSandbox()

const open = (options: Partial<UbaOptions> = {}, timeout: TimeoutName = 'usual') =>
  createUbaGateway({
    baseUrl: `${sandbox.url}/uba/cipg-payportal`,
    merchantId: 'CMMWI00001',
    serviceKey: '7f2d3c1e-5b64-4a0f-9d1b-0c6f2a8e4b91',
    currencies: ['MWK'],
    countryCode: '265',
    fallbackMsisdn: '265999000000',
    timeZone: 'Africa/Blantyre',
    timeoutMs: timeoutsMs[timeout],
    pause: async () => {},
    ...options,
  })

const fixture = createGatewayFixture(sandbox, {
  provider: 'uba',
  operations: { start: 'register', verify: 'verify', refund: 'refund' },
  particulars: () => ({ description: 'Weekly 2.6GB & more' }),
})
const { request, conclude } = fixture

describePaymentGateway(
  'UBA',
  async (timeout) => ({
    ...fixture,
    gateway: open({}, timeout),
    // No answer but `approved` is final before the window ends.
    endings: { captured: 'approved', refused: [], undecided: ['declined', 'cancelled', 'wrong_amount'] },
  }),
  { isRefundedByHand: true },
)

const View = z.object({
  transactionId: z.string(),
  description: z.string(),
  amountMinor: z.number(),
  currency: z.string(),
  customer: z.object({ email: z.string(), phone: z.string() }),
})
const view = async (id: string) => View.parse(await sandbox.control(`/uba/${id}`))

const begun = (options: Partial<UbaOptions> = {}, changes: Partial<PaymentRequest> = {}) =>
  begunOnPage(open(options), request(changes))

describe('a UBA payment', () => {
  it('sends the visitor to the page of its transaction', async () => {
    const { result, attempt } = await begun({ now: () => 1_795_000_000_000 })
    const { transactionId } = await view(attempt.id)
    expect(result).toEqual({
      outcome: 'redirect',
      url: `${sandbox.url}/uba/cipg-payportal/paytran?id=${transactionId}`,
      providerReference: `${transactionId}/1795000000000`,
    })
    expect(await (await fetch(result.url)).text()).toContain('MWK 1,000.50')
  })

  it('is registered with its unchanged description, number and address', async () => {
    const { attempt } = await begun({}, { email: 'a@example.com' })
    expect(await view(attempt.id)).toMatchObject({
      description: 'Weekly 2.6GB & more',
      amountMinor: 100_050,
      currency: 'MWK',
      customer: { email: 'a@example.com', phone: '265999000001' },
    })
  })

  it('is registered with the configured address for a payer without one', async () => {
    const { attempt } = await begun({ fallbackEmail: 'payments@nyanja.example' })
    expect((await view(attempt.id)).customer.email).toBe('payments@nyanja.example')
  })

  it('is captured without an amount when the bank reports none', async () => {
    await sandbox.control('/uba/settings', { echoesAmount: false })
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'approved')
    expect(await gateway.verify(attempt)).toEqual({
      state: 'captured',
      attemptId: attempt.id,
      providerReference: attempt.providerReference,
    })
  })

  it('is sent to review with another amount', async () => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'wrong_amount')
    expect((await gateway.verify(attempt)).state).toBe('review')
  })

  it.each(['declined', 'cancelled'])(
    'fails after its window when it is %s, and may still be captured',
    async (ending) => {
      let now = Date.now()
      const { gateway, attempt } = await begun({ now: () => now, paymentWindowMs: 600_000 })
      await conclude(attempt.id, ending)
      expect(await gateway.verify(attempt)).toEqual({ state: 'pending' })
      now += 600_000
      expect(await gateway.verify(attempt)).toEqual({ state: 'refused', reason: 'expired' })
      await conclude(attempt.id, 'approved')
      expect((await gateway.verify(attempt)).state).toBe('captured')
    },
  )

  it('is refused in a currency that the account does not support', async () => {
    const { seen, observe } = recorder()
    const gateway = open({ observe })
    expect(await gateway.start(request({ amount: money('USD', 100) }))).toEqual({
      outcome: 'refused',
      reason: 'unsupported_currency',
    })
    expect(seen).toEqual([])
  })

  it('is refused by the bank with its text recorded', async () => {
    const shown: string[] = []
    const gateway = open({ merchantId: 'WRONG', log: (message) => shown.push(message) })
    expect(await gateway.start(request())).toEqual({ outcome: 'refused', reason: 'refused' })
    expect(await gateway.start(request())).toEqual({ outcome: 'refused', reason: 'refused' })
    expect(shown).toEqual(['uba answered: Invalid merchant', 'uba answered: Invalid Merchant'])
  })

  it('is not refused while an earlier payment is possible', async () => {
    const gateway = open()
    const requested = request()
    await gateway.start(requested)
    await sandbox.injectFault({ provider: 'uba', operation: 'verify', kind: 'error_before', times: 9 })
    await expect(gateway.start(requested)).rejects.toMatchObject({ code: 'provider_unreachable' })
  })
})

it('reports its calls without secrets', async () => {
  const { seen, observe, requested } = recorder()
  const shown: string[] = []
  const gateway = open({ observe, log: (message) => shown.push(message) })
  await sandbox.injectFault({ provider: 'uba', operation: 'register', kind: 'garbage_after' })
  await gateway.start(request()).catch(() => undefined)
  const attempt = request()
  await gateway.start(attempt)
  await gateway.verify(attempt)
  expect(requested()).toEqual(['register invalid_response', 'register answered', 'verify answered'])
  expect(shown).toHaveLength(1)
  expect(JSON.stringify([seen, shown])).not.toMatch(/7f2d3c1e|999000001/)
})

it('accepts a payer without a number', async () => {
  expect(await open().start({ ...request(), payerMsisdn: '' })).toMatchObject({ outcome: 'redirect' })
})
