import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attemptOf } from '../../payments/payment-gateway.contract.ts'
import { createGatewayFixture } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { violationsIn } from './description.contract.ts'
import { exchangesWith } from './exchanges.contract.ts'
import { createPaystackGateway, type PaystackOptions } from './gateway.ts'

const sandbox = testSandbox({ timeScale: 0, callbackUrls: { paystack: 'http://127.0.0.1:9/' } })
const { baseUrl, exchanges } = await exchangesWith(() => `${sandbox.url}/paystack`)

// The description has no MWK, so a currency that Paystack supports is used here.
const { request } = createGatewayFixture(sandbox, {
  provider: 'paystack',
  operations: {},
  particulars: () => ({ amount: money('USD', 100_050), email: 'visitor@example.com' }),
})

// The places in which the description contradicts Paystack's documentation and behaviour.
const exceptions = [
  // The description lists the kinds of error under `code`. Documentation and answers have these under `type`, and a
  // specific value for each error under `code`: `{"type":"api_error","code":"transaction_not_found"}`.
  /^GET \/transaction\/verify\/\S+ 404: response\/code must be equal to one of the allowed values$/,
]

function open(options: Partial<PaystackOptions> = {}) {
  const before = exchanges.length
  onTestFinished(() => {
    const passed = exchanges.slice(before)
    expect(passed).not.toEqual([])
    const violations = passed.flatMap(violationsIn)
    expect(violations.filter((violation) => !exceptions.some((known) => known.test(violation)))).toEqual([])
  })
  return createPaystackGateway({ baseUrl, secretKey: 'sk_test_nyanja_sandbox', pause: async () => {}, ...options })
}

const conclude = (id: string, outcome: string) => sandbox.control(`/paystack/${id}/pay`, { outcome })

async function begun() {
  const gateway = open()
  const requested = request()
  return { gateway, requested, attempt: attemptOf(requested, await gateway.start(requested)) }
}

describe("Paystack's published OpenAPI document", () => {
  it('accepts the start of a payment', async () => {
    const { gateway, attempt } = await begun()
    expect((await gateway.verify(attempt)).state).toBe('pending')
  })

  it('accepts a payment that was started before, or never', async () => {
    const { gateway, requested } = await begun()
    expect(await gateway.start(requested)).toEqual({ outcome: 'waiting' })
    expect(await gateway.verify({ id: 'TXN-none', amount: requested.amount })).toEqual({ state: 'unknown' })
  })

  it('accepts a payment in a currency that the account does not support', async () => {
    await sandbox.control('/paystack/settings', { currencies: ['NGN'] })
    expect(await open().start(request())).toEqual({ outcome: 'refused', reason: 'unsupported_currency' })
  })

  it.each([
    ['success', 'captured'],
    ['fees_added', 'captured'],
    ['underpaid', 'review'],
    ['declined', 'refused'],
    ['abandoned', 'pending'],
    ['ongoing', 'unknown'],
    ['pending', 'unknown'],
    ['processing', 'unknown'],
    ['queued', 'unknown'],
    ['reversed', 'refused'],
  ])('accepts a payment that ends as %s', async (ending, state) => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, ending)
    expect((await gateway.verify(attempt)).state).toBe(state)
  })

  it('accepts a payment by card, and its refund', async () => {
    const { gateway, attempt } = await begun()
    const act = (fields: Record<string, string>) =>
      fetch(`${sandbox.url}/paystack/checkout/${attempt.providerReference}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
    await act({ action: 'card', card: '507850785078507812', expiry: '12/30', cvv: '081' })
    await act({ action: 'pin', pin: '1111' })
    expect((await gateway.verify(attempt)).state).toBe('captured')
    expect(await gateway.refund(attempt)).toBe('refunded')
  })

  it.each([
    ['processed', 'refunded'],
    ['pending', 'pending'],
    ['needs-attention', 'pending'],
    ['failed', 'refused'],
  ])('accepts a refund that is %s', async (outcome, result) => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'success')
    await sandbox.control('/paystack/refunds', { outcome })
    expect(await gateway.refund(attempt)).toBe(result)
    expect(await gateway.verifyRefund(attempt)).toBe(result)
  })

  it('accepts a refused refund', async () => {
    const { gateway, attempt } = await begun()
    expect(await gateway.refund(attempt)).toBe('refused')
  })

  it('accepts a wrong key in every call', async () => {
    const { attempt } = await begun()
    const stranger = open({ secretKey: 'sk_test_wrong' })
    const fault = { code: 'provider_broke_contract' }
    await expect(stranger.start(request())).rejects.toMatchObject(fault)
    await expect(stranger.verify(attempt)).rejects.toMatchObject(fault)
    await expect(stranger.refund(attempt)).rejects.toMatchObject(fault)
  })
})
