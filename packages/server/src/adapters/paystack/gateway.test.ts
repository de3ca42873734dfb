import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { begunOnPage, createGatewayFixture, recorder, testCalls } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createPaystackGateway, type PaystackOptions } from './gateway.ts'

// Refunds are processed immediately; webhooks are ignored.
const sandbox = testSandbox({ timeScale: 0, callbackUrls: { paystack: 'http://127.0.0.1:9/' } })
const secretKey = 'sk_test_nyanja_sandbox'

const open = (options: Partial<PaystackOptions> = {}, timeout: TimeoutName = 'usual') =>
  createPaystackGateway({
    baseUrl: `${sandbox.url}/paystack`,
    secretKey,
    currencies: ['MWK', 'USD', 'CDF'],
    ...testCalls(timeout),
    ...options,
  })

const fixture = createGatewayFixture(sandbox, {
  provider: 'paystack',
  operations: { start: 'initialize', verify: 'verify', refund: 'refund' },
  particulars: () => ({ description: 'Weekly <2.6GB> & more', email: 'visitor@example.com' }),
})
const { request, conclude } = fixture

describePaymentGateway(
  'Paystack',
  async (timeout) => ({
    ...fixture,
    gateway: open({}, timeout),
    endings: {
      captured: 'success',
      refused: [
        ['declined', 'declined'],
        ['insufficient_funds', 'declined'],
        ['reversed', 'refused'],
      ],
      undecided: [
        'abandoned',
        'ongoing',
        'pending',
        'processing',
        'queued',
        'underpaid',
        'wrong_amount',
        'wrong_currency',
      ],
    },
  }),
  { refundsParts: true },
)

const View = z.object({
  accessCode: z.string(),
  amountMinor: z.number(),
  currency: z.string(),
  email: z.string(),
  label: z.string(),
  channels: z.array(z.string()),
  refunds: z.array(z.unknown()),
})
const view = async (id: string) => View.parse(await sandbox.control(`/paystack/${id}`))

const begun = (gateway = open(), requested = request()) => begunOnPage(gateway, requested)

async function captured(gateway = open()) {
  const started = await begun(gateway)
  await conclude(started.attempt.id, 'success')
  return started
}

describe('a Paystack payment', () => {
  it('sends the visitor to its checkout, whose access code resumes it in a popup', async () => {
    const { result, attempt } = await begun()
    const { accessCode } = await view(attempt.id)
    expect(result).toEqual({
      outcome: 'redirect',
      url: `${sandbox.url}/paystack/checkout/${accessCode}`,
      providerReference: accessCode,
    })
  })

  it('is requested in hundredths, with a description and the configured channels', async () => {
    const { attempt } = await begun(open({ channels: ['card', 'qr'] }), request({ amount: money('USD', 1999) }))
    expect(await view(attempt.id)).toMatchObject({
      amountMinor: 1999,
      currency: 'USD',
      email: 'visitor@example.com',
      label: 'Weekly <2.6GB> & more',
      channels: ['card', 'qr'],
    })
  })

  it.each([
    ['phone', 'back=secret&txref=TXN-home&end=&trxref=TXN-home&reference=TXN-home'],
    ['cancel', 'back=secret&status=CANCELLED&txref=TXN-home&end='],
  ])('returns the visitor with our id after %s', async (action, query) => {
    const { result } = await begun(open(), request({ id: 'TXN-home' }))
    const body = new URLSearchParams({ action, phone: '0551234987' })
    const { headers } = await fetch(result.url, { method: 'POST', body, redirect: 'manual' })
    expect(headers.get('location')).toBe(`https://portal.example/return?${query}`)
  })

  it('is refused in a currency that the account does not support, without a call', async () => {
    const { seen, observe } = recorder()
    const gateway = open({ currencies: undefined, observe })
    expect(await gateway.start(request())).toEqual({ outcome: 'refused', reason: 'unsupported_currency' })
    expect(seen).toEqual([])
  })

  it('is refused in a currency that Paystack itself refuses', async () => {
    const refused = { outcome: 'refused', reason: 'unsupported_currency' }
    expect(await open().start(request({ amount: money('CDF', 100_000) }))).toEqual(refused)
  })

  it('leaves a payment that was started before to verification, paid or not', async () => {
    const requested = request()
    await open().start(requested)
    expect(await open().start(requested)).toEqual({ outcome: 'waiting' })
    expect(await open().verify(requested)).toEqual({ state: 'pending' })
  })

  it('is captured when the customer bears the fees', async () => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'fees_added')
    expect(await gateway.verify(attempt)).toEqual({
      state: 'captured',
      attemptId: attempt.id,
      amount: attempt.amount,
      providerReference: attempt.providerReference,
    })
  })

  it.each([
    ['underpaid', 50_025, 'MWK'],
    ['wrong_amount', 100_150, 'MWK'],
    ['wrong_currency', 100_050, 'USD'],
  ] as const)('is sent to review with what was received when it is %s', async (ending, minor, currency) => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, ending)
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'review', received: money(currency, minor) })
  })

  it.each(['ongoing', 'pending', 'processing', 'queued'])(
    'is not reported as pending when it is %s',
    async (ending) => {
      const { gateway, attempt } = await begun()
      await conclude(attempt.id, ending)
      expect(await gateway.verify(attempt)).toEqual({ state: 'unknown' })
    },
  )

  it('counts as never started when Paystack has not known it for long', async () => {
    let now = 0
    const gateway = open({ now: () => now })
    const lost = { id: 'TXN-lost', amount: money('MWK', 100) }
    for (const at of [0, 60_000, 599_999]) {
      now = at
      expect(await gateway.verify(lost)).toEqual({ state: 'unknown' })
    }
    now = 600_000
    expect(await gateway.verify(lost)).toEqual({ state: 'refused', reason: 'refused' })
  })
})

describe('a Paystack refund', () => {
  it.each([
    ['pending', 'pending'],
    ['needs-attention', 'pending'],
    ['failed', 'refused'],
  ] as const)('returns the outcome %s', async (outcome, answer) => {
    const { gateway, attempt } = await captured()
    await sandbox.control('/paystack/refunds', { outcome })
    expect(await gateway.refund(attempt)).toBe(answer)
    expect(await gateway.verifyRefund(attempt)).toBe(answer)
  })

  it('is refunded once a pending one is processed', async () => {
    const { gateway, attempt } = await captured()
    await sandbox.control('/paystack/refunds', { outcome: 'pending' })
    await gateway.refund(attempt)
    await sandbox.control(`/paystack/${attempt.id}/refunds`, { outcome: 'processed' })
    expect(await gateway.verifyRefund(attempt)).toBe('refunded')
  })

  it('is made once when it is requested twice', async () => {
    const { gateway, attempt } = await captured()
    expect([await gateway.refund(attempt), await gateway.refund(attempt)]).toEqual(['refunded', 'refunded'])
    expect((await view(attempt.id)).refunds).toHaveLength(1)
  })

  it("is known to another process only by the transaction's state", async () => {
    const { gateway, attempt } = await captured()
    await sandbox.control('/paystack/refunds', { outcome: 'pending' })
    await gateway.refund(attempt)
    expect(await open().verifyRefund(attempt)).toBe('unknown')
    await sandbox.control(`/paystack/${attempt.id}/refunds`, { outcome: 'processed' })
    expect(await open().verifyRefund(attempt)).toBe('refunded')
  })

  it('may be requested again after a failed one', async () => {
    const { gateway, attempt } = await captured()
    await sandbox.control('/paystack/refunds', { outcome: 'failed' })
    expect(await gateway.refund(attempt)).toBe('refused')
    await sandbox.control('/paystack/refunds', { outcome: 'processed' })
    expect(await gateway.refund(attempt)).toBe('refunded')
    expect((await sandbox.records()).captures).toMatchObject([{ refundedMinor: attempt.amount.minor }])
  })

  it('is not requested for a payment that was never started', async () => {
    const unknown = { id: 'TXN-none', amount: money('MWK', 100) }
    expect(await open().refund(unknown)).toBe('refused')
    expect(await open().verifyRefund(unknown)).toBe('unknown')
  })
})

describe('a configuration error', () => {
  it('is reported for a wrong key in every call', async () => {
    const { attempt } = await captured()
    const gateway = open({ secretKey: 'sk_test_wrong' })
    const fault = { code: 'provider_broke_contract' }
    await expect(gateway.start(request())).rejects.toMatchObject(fault)
    await expect(gateway.verify(attempt)).rejects.toMatchObject(fault)
    await expect(gateway.refund(attempt)).rejects.toMatchObject(fault)
    await expect(gateway.verifyRefund(attempt)).rejects.toMatchObject(fault)
  })

  it('is reported for a payment without an e-mail address', async () => {
    await expect(open().start(request({ email: undefined }))).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })
})

it('reports its calls without secrets', async () => {
  const { seen, observe } = recorder()
  const gateway = open({ observe })
  await sandbox.injectFault({ provider: 'paystack', operation: 'initialize', kind: 'garbage_after' })
  const error = await gateway.start(request()).catch((thrown: unknown) => thrown)
  await gateway.start(request())
  expect(seen).toMatchObject([
    { provider: 'paystack', operation: 'initialize', outcome: 'invalid_response', status: 200 },
    { provider: 'paystack', operation: 'initialize', outcome: 'answered', status: 200 },
  ])
  expect(`${JSON.stringify(seen)} ${error}`).not.toMatch(/sk_test|999000001|visitor@/)
})

it('accepts a payer without a number', async () => {
  expect(await open().start({ ...request(), payerMsisdn: '' })).toMatchObject({ outcome: 'redirect' })
})
