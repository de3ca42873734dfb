import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { listenWith } from '../callback-receiver.contract.ts'
import { createGatewayFixture, describeLimits, recorder, testCalls } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createPaychanguCallbackReader } from './callback.ts'
import { createPaychanguGateway, type PaychanguOptions } from './gateway.ts'

const receiver = await listenWith(createPaychanguCallbackReader({ webhookSecrets: ['nyanja-sandbox-webhook'] }))
const sandbox = testSandbox({ callbackUrls: { paychangu: receiver.url } })

const open = (options: Partial<PaychanguOptions> = {}, timeout: TimeoutName = 'usual') =>
  createPaychanguGateway({
    baseUrl: `${sandbox.url}/paychangu`,
    secretKey: 'SEC-TEST-nyanja-sandbox',
    ...testCalls(timeout),
    ...options,
  })

const fixture = createGatewayFixture(sandbox, {
  provider: 'paychangu',
  operations: { start: 'payment', verify: 'verify-payment', refund: 'refund' },
})
const { request, conclude, records } = fixture

describePaymentGateway('PayChangu', async (timeout) => ({
  ...fixture,
  gateway: open({}, timeout),
  endings: {
    captured: 'paid',
    refused: [
      ['failed', 'declined'],
      ['cancelled', 'declined'],
    ],
    undecided: ['pending'],
  },
}))

const View = z.object({ chargeId: z.string(), checkoutUrl: z.string(), customer: z.object({ email: z.unknown() }) })
const view = async (id: string) => View.parse(await sandbox.control(`/paychangu/${id}`))

async function paid(gateway = open(), requested = request()) {
  await gateway.start(requested)
  await conclude(requested.id, 'paid')
  return { gateway, attempt: { id: requested.id, amount: requested.amount } }
}

describe('a PayChangu payment', () => {
  it('sends the visitor to the page of its checkout', async () => {
    const requested = request({ email: 'a@example.com' })
    const result = await open().start(requested)
    const { checkoutUrl, customer } = await view(requested.id)
    expect(result).toEqual({ outcome: 'redirect', url: checkoutUrl })
    expect(customer.email).toBe('a@example.com')
  })

  it('returns the visitor with all our query parameters', async () => {
    const requested = request()
    await open().start(requested)
    const { checkoutUrl } = await view(requested.id)
    const body = new URLSearchParams({ action: 'cancel' })
    const back = await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' })
    const query = new URL(back.headers.get('location') ?? '').searchParams
    expect([query.get('back'), query.get('tx_ref'), query.get('status')]).toEqual(['secret', requested.id, 'CANCELLED'])
  })

  it("has the charge's id once it is captured", async () => {
    const { gateway, attempt } = await paid()
    const { chargeId } = await view(attempt.id)
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured', providerReference: chargeId })
  })

  it('is reported with a valid signature, and not with another', async () => {
    const { attempt } = await paid()
    await expect.poll(() => receiver.readings).toContainEqual({ attemptId: attempt.id })
    await sandbox.injectFault({ provider: 'paychangu', kind: 'callback_mis_sign' })
    await paid()
    await expect.poll(() => receiver.readings).toContain('wrong_signature')
  })

  it.each([
    ['wrong_amount', money('MWK', 100_150)],
    ['wrong_currency', money('USD', 100_050)],
  ])('has, after a %s, the amount that was captured', async (ending, amount) => {
    const [gateway, requested] = [open(), request()]
    await gateway.start(requested)
    await conclude(requested.id, ending)
    expect(await gateway.verify(requested)).toMatchObject({ state: 'captured', amount })
  })

  describeLimits((amount) => open().start(request({ amount })))

  it('is refused only after ten minutes in which PayChangu does not know it', async () => {
    let now = 0
    const gateway = open({ now: () => now })
    const requested = request()
    const verifyTwice = async () => [await gateway.verify(requested), await gateway.verify(requested)]
    expect(await verifyTwice()).toEqual([{ state: 'unknown' }, { state: 'unknown' }])
    now = 600_000
    expect(await gateway.verify(requested)).toEqual({ state: 'refused', reason: 'refused' })
    await gateway.start(requested)
    expect((await gateway.verify(requested)).state).toBe('pending')
  })
})

describe('a PayChangu refund', () => {
  it.each([
    ['failed', 'refused'],
    ['forbidden', 'refused'],
    ['declined', 'refused'],
    ['pending', 'pending'],
  ] as const)('returns the outcome %s', async (outcome, answer) => {
    const { gateway, attempt } = await paid()
    await sandbox.control('/paychangu/refunds', { outcome })
    expect(await gateway.refund(attempt)).toBe(answer)
    expect(await records(attempt.id)).toMatchObject([{ refundedMinor: 0 }])
  })

  it('is made once when it is requested twice', async () => {
    const { gateway, attempt } = await paid()
    expect(await gateway.refund(attempt)).toBe('refunded')
    await gateway.refund(attempt)
    expect(await records(attempt.id)).toMatchObject([{ refundedMinor: attempt.amount.minor }])
  })
})

it('throws a configuration error when the secret key is wrong', async () => {
  const { gateway, attempt } = await paid()
  const stranger = open({ secretKey: 'SEC-else' })
  const broken = { code: 'provider_broke_contract' }
  await expect(stranger.start(request())).rejects.toMatchObject(broken)
  await expect(stranger.verify(attempt)).rejects.toMatchObject(broken)
  const { chargeId } = await view(attempt.id)
  await expect(stranger.refund({ ...attempt, providerReference: chargeId })).rejects.toMatchObject(broken)
  expect((await gateway.verify(attempt)).state).toBe('captured')
})

it('reports its calls without secrets', async () => {
  const { seen, observe } = recorder()
  const gateway = open({ observe })
  await sandbox.injectFault({ provider: 'paychangu', operation: 'payment', kind: 'garbage_after' })
  await gateway.start(request()).catch(() => undefined)
  await gateway.start(request())
  expect(seen).toMatchObject([
    { provider: 'paychangu', operation: 'payment', outcome: 'invalid_response', status: 201 },
    { provider: 'paychangu', operation: 'payment', outcome: 'answered', status: 201 },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/SEC-TEST|999000001/)
})

it('accepts a payer without a number', async () => {
  expect(await open().start({ ...request(), payerMsisdn: '' })).toMatchObject({ outcome: 'redirect' })
})
