import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publicKey } from '../../../../../apps/sandbox/src/mpesa/sessions.ts'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { createGatewayFixture, recorder } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import type { MpesaOptions } from './calls.ts'
import { createMpesaGateway } from './gateway.ts'

let skewMs = 0
const now = () => Date.now() + skewMs
const pass = async (ms: number) => {
  skewMs += ms
}
const sandbox = testSandbox({ now: () => new Date(now()) })

const open = (options: Partial<MpesaOptions> = {}, timeoutName: TimeoutName = 'usual') =>
  createMpesaGateway({
    baseUrl: `${sandbox.url}/mpesa/sandbox/ipg/v2`,
    market: 'sandboxMWI',
    country: 'MWI',
    countryCode: '265',
    currencies: ['MWK'],
    apiKey: 'nyanja-sandbox-key',
    publicKey,
    serviceProviderCode: '000000',
    commandTimeoutMs: timeoutsMs[timeoutName],
    queryTimeoutMs: timeoutsMs[timeoutName],
    pause: async () => {},
    now,
    ...options,
  })

const { request, spoil, records } = createGatewayFixture(sandbox, {
  provider: 'mpesa',
  operations: { start: 'c2b', verify: 'query', refund: 'reversal' },
  particulars: (count) => ({ id: `TXN${count}`, expiresAt: now() + 600_000 }),
})

/** Asks the sandbox until it knows the payment of a call that is still under way. */
const whenThere = (ask: () => Promise<unknown>) =>
  expect
    .poll(() =>
      ask().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)

const conclude = (id: string, to: string) => sandbox.control(`/mpesa/payments/${id}/turn`, { to })
const set = (settings: object) => sandbox.control('/mpesa/settings', settings)

describePaymentGateway(
  'M-Pesa',
  async (timeoutName) => ({
    gateway: open({}, timeoutName),
    request,
    conclude,
    endings: {
      captured: 'success',
      refused: [
        ['refused', 'cancelled_by_customer'],
        ['wrong_pin', 'cancelled_by_customer'],
        ['expired', 'expired'],
      ],
      undecided: ['doubtful'],
    },
    spoil,
    records,
  }),
  { refundsParts: true },
)

describe('an M-Pesa prompt', () => {
  it('shows on the handset with a short name, a description and the exact amount', async () => {
    const requested = request({ id: 'ABCDEFGHJKMNPQRSTVWXYZ0123' })
    expect(await open().start(requested)).toEqual({ outcome: 'waiting' })
    expect(await sandbox.control('/mpesa/prompts?msisdn=999000001')).toMatchObject([
      {
        id: requested.id,
        msisdn: '265999000001',
        reference: 'Airtime recharge',
        amountMinor: 100_050,
        currency: 'MWK',
      },
    ])
    const { reference } = z
      .object({ reference: z.string() })
      .parse(await sandbox.control(`/mpesa/payments/${requested.id}`))
    expect(reference).toMatch(/^[0-9A-F]{20}$/)
    expect(requested.id).not.toContain(reference)
  })

  it('is not sent for another currency', async () => {
    const { observe, seen } = recorder()
    expect(await open({ observe }).start(request({ amount: money('USD', 100) }))).toEqual({
      outcome: 'refused',
      reason: 'unsupported_currency',
    })
    expect(seen).toEqual([])
  })

  it.each([
    ['a number without wallet', { payerMsisdn: '999000031' }, 'invalid_user'],
    ['an account that is closed', { payerMsisdn: '999000032' }, 'declined'],
    ['more than the limit', { amount: money('MWK', 75_000_001) }, 'limit_exceeded'],
  ])('is refused for %s', async (_title, changes, reason) => {
    expect(await open().start(request(changes))).toEqual({ outcome: 'refused', reason })
  })

  it.each([
    ['another merchant', { serviceProviderCode: '171717' }, 'INS-13'],
    ['another country', { country: 'DRC' }, 'INS-21'],
  ])('is refused for %s, which is reported to staff', async (_title, options, code) => {
    const { observe, seen } = recorder()
    expect(await open({ ...options, observe }).start(request())).toEqual({ outcome: 'refused', reason: 'refused' })
    expect(seen).toContainEqual(expect.objectContaining({ outcome: 'invalid_response', excerpt: code }))
  })

  it('leaves "N/A" unknown once it may have expired', async () => {
    const gateway = open({ promptLifeMs: 60_000 })
    const requested = request()
    await gateway.start(requested)
    expect(await gateway.verify(requested)).toEqual({ state: 'pending' })
    await pass(60_000)
    expect(await gateway.verify(requested)).toEqual({ state: 'unknown' })
    await pass(30_000)
    expect(await gateway.verify(requested)).toEqual({ state: 'refused', reason: 'expired' })
  })
})

describe('a provider that blocks until the payer has acted', () => {
  async function requested(options: Partial<MpesaOptions> = {}) {
    await set({ mode: 'synchronous' })
    const answered: string[] = []
    const gateway = open({ answerWithinMs: 200, answered: (id) => answered.push(id), ...options })
    const attempt = request()
    expect(await gateway.start(attempt)).toEqual({ outcome: 'waiting' })
    await whenThere(() => sandbox.control(`/mpesa/payments/${attempt.id}`))
    return {
      gateway,
      attempt,
      answered,
      isAnswered: () => expect.poll(() => answered).toEqual([attempt.id]),
    }
  }

  it('starts the payment without waiting for a blocking call, whose answer triggers a verification', async () => {
    const { gateway, attempt, answered, isAnswered } = await requested({ commandTimeoutMs: 20_000 })
    expect(await gateway.verify(attempt)).toEqual({ state: 'pending' })
    expect(answered).toEqual([])
    await sandbox.control(`/mpesa/prompts/${attempt.id}/approve`, { pin: '1234' })
    await isAnswered()
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured', attemptId: attempt.id })
  })

  it.each([
    ['wrong_pin', 'declined'],
    ['no_balance', 'insufficient_funds'],
    ['refused', 'cancelled_by_customer'],
    ['expired', 'expired'],
  ])('returns the reason of a payment that was %s, which no query reports', async (ending, reason) => {
    const { gateway, attempt, isAnswered } = await requested({ commandTimeoutMs: 20_000 })
    await conclude(attempt.id, ending)
    await isAnswered()
    expect(await gateway.verify(attempt)).toEqual({ state: 'refused', reason })
  })

  it('can still capture a refused payment', async () => {
    const { gateway, attempt, isAnswered } = await requested({ commandTimeoutMs: 20_000 })
    await conclude(attempt.id, 'no_balance')
    await isAnswered()
    await conclude(attempt.id, 'success')
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured' })
  })

  it('is verified without a hint when its answer never arrives', async () => {
    const { gateway, attempt, isAnswered } = await requested({ commandTimeoutMs: timeoutsMs.short })
    await isAnswered()
    expect(await gateway.verify(attempt)).toEqual({ state: 'pending' })
    await conclude(attempt.id, 'success')
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured' })
  })
})

describe('an answer that arrives during the start', () => {
  async function answeredWith(ending: string) {
    await set({ mode: 'synchronous' })
    const requested = request()
    const start = open({ answerWithinMs: 20_000, commandTimeoutMs: 20_000 }).start(requested)
    const result = start.catch((thrown: unknown) => thrown)
    await whenThere(() => conclude(requested.id, ending))
    return result
  }

  it.each([
    ['refused', 'cancelled_by_customer'],
    ['wrong_pin', 'declined'],
    ['no_balance', 'insufficient_funds'],
  ])('is a refusal when the payment was %s', async (ending, reason) => {
    expect(await answeredWith(ending)).toEqual({ outcome: 'refused', reason })
  })

  it('never counts as a capture', async () => {
    expect(await answeredWith('success')).toEqual({ outcome: 'waiting' })
  })

  it.each(['doubtful', 'expired'])('is not definite when the payment was %s', async (ending) => {
    expect(await answeredWith(ending)).toMatchObject({ code: 'provider_unreachable' })
  })
})

describe('the session', () => {
  it('is opened once for concurrent calls', async () => {
    const { observe, requested } = recorder()
    const gateway = open({ observe })
    await Promise.all([1, 2, 3].map(() => gateway.start(request())))
    expect(requested().filter((call) => call === 'session answered')).toHaveLength(1)
  })

  it('gets the time that it needs to become valid', async () => {
    await set({ sessionDelayMs: 30_000 })
    const { observe, requested } = recorder()
    expect(await open({ observe, pause: pass }).start(request())).toEqual({ outcome: 'waiting' })
    expect(requested()).toEqual(['session answered', ...Array(5).fill('c2b refused'), 'c2b answered'])
  })

  it('is replaced when it is no longer accepted', async () => {
    const { observe, requested } = recorder()
    const gateway = open({ observe })
    await gateway.start(request())
    await sandbox.control('/mpesa/sessions/revoke', undefined, 'POST')
    await pass(30_000)
    expect(await gateway.start(request())).toEqual({ outcome: 'waiting' })
    expect(requested().slice(2)).toEqual(['c2b refused', 'session answered', 'c2b answered'])
  })

  it('is replaced before it expires', async () => {
    const { observe, requested } = recorder()
    const gateway = open({ observe, sessionLifeMs: 60_000 })
    await gateway.start(request())
    await pass(60_000)
    await gateway.start(request())
    expect(requested()).toEqual(['session answered', 'c2b answered', 'session answered', 'c2b answered'])
  })

  it('throws a configuration error when it never becomes valid, without a charge', async () => {
    await set({ sessionDelayMs: 3_600_000 })
    const gateway = open()
    const requested = request()
    expect(await gateway.start(requested)).toEqual({ outcome: 'refused', reason: 'refused' })
    await expect(gateway.verify(requested)).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })

  it('is never opened with a wrong key', async () => {
    const error = await open({ apiKey: 'wrong-secret' })
      .start(request())
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider_broke_contract' })
    expect(String(error)).not.toContain('wrong-secret')
  })
})

describe('an M-Pesa refund', () => {
  async function paid() {
    const gateway = open()
    const attempt = request()
    await gateway.start(attempt)
    await conclude(attempt.id, 'success')
    return { gateway, attempt }
  }

  it('is made once when it is requested twice', async () => {
    const { gateway, attempt } = await paid()
    expect([await gateway.refund(attempt), await gateway.refund(attempt)]).toEqual(['refunded', 'refunded'])
    expect(await records(attempt.id)).toEqual([{ amountMinor: 100_050, refundedMinor: 100_050 }])
  })

  it('returns a refusal, and may be requested again', async () => {
    const { gateway, attempt } = await paid()
    await set({ refunds: 'refused' })
    expect(await gateway.refund(attempt)).toBe('refused')
    expect(await gateway.verifyRefund(attempt)).toBe('unknown')
    await set({ refunds: 'done' })
    expect(await gateway.refund(attempt)).toBe('refunded')
  })

  it('fails for a transaction that M-Pesa does not know', async () => {
    const { gateway, attempt } = await paid()
    await expect(gateway.refund({ ...attempt, providerReference: 'NONE' })).rejects.toMatchObject({
      code: 'provider_broke_contract',
    })
  })
})

it('reports its calls without secrets', async () => {
  const { seen, observe, requested } = recorder()
  await sandbox.injectFault({ provider: 'mpesa', operation: 'c2b', kind: 'garbage_after' })
  const error = await open({ observe }).start(request()).catch(String)
  expect(requested()).toEqual(['session answered', 'c2b invalid_response'])
  expect(JSON.stringify([seen, error])).not.toMatch(/nyanja-sandbox|999000001/)
})
