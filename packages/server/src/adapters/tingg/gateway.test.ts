import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import { attemptOf, describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { listenWith } from '../callback-receiver.contract.ts'
import { createGatewayFixture, recorder, testCalls } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createTinggCallbackReader } from './callback.ts'
import type { TinggOptions } from './calls.ts'
import { createTinggGateway } from './gateway.ts'

const sandbox = testSandbox()
const receiver = await listenWith(createTinggCallbackReader())

const open = (options: Partial<TinggOptions> = {}, timeout: TimeoutName = 'usual') =>
  createTinggGateway({
    baseUrl: `${sandbox.url}/tingg`,
    apiKey: 'nyanja-sandbox-api-key',
    clientId: 'nyanja-sandbox',
    clientSecret: 'nyanja-sandbox-secret',
    serviceCode: 'NYANJAMW',
    country: 'MWI',
    countryCode: '265',
    fallbackMsisdn: '265999000000',
    currencies: ['MWK'],
    callbackUrl: receiver.url,
    ...testCalls(timeout),
    ...options,
  })

const fixture = createGatewayFixture(sandbox, {
  provider: 'tingg',
  operations: { start: 'express', verify: 'query', refund: 'refund' },
})
const { request, conclude, records } = fixture

describePaymentGateway(
  'Tingg',
  async (timeout) => ({
    ...fixture,
    gateway: open({}, timeout),
    endings: {
      captured: 'paid',
      refused: [
        ['expired', 'expired'],
        ['expired_partial', 'expired'],
        ['rejected', 'refused'],
      ],
      undecided: ['not_paid', 'failed_attempt', 'partial', 'reversed', 'wrong_amount', 'wrong_currency'],
    },
  }),
  { refundsParts: true },
)

const View = z.object({
  checkoutRequestId: z.number(),
  accountNumber: z.string(),
  pageUrl: z.string(),
  status: z.number(),
  msisdn: z.string(),
  expiresAt: z.string(),
})
const view = async (id: string) => View.parse(await sandbox.control(`/tingg/${id}`))

async function ended(ending: string, gateway = open(), requested = request()) {
  await gateway.start(requested)
  await conclude(requested.id, ending)
  return { gateway, attempt: attemptOf(requested) }
}

describe('a Tingg payment', () => {
  it('sends the visitor to the page of its request, until the requested time', async () => {
    const requested = request({ id: '7K4P29XD7K4P29XD7K4P29-XDA', expiresAt: Date.parse('2030-01-02T03:04:05Z') })
    const result = await open().start(requested)
    const { pageUrl, ...seen } = await view(requested.id)
    expect(result).toEqual({ outcome: 'redirect', url: `${pageUrl}?lang=en` })
    expect(seen).toMatchObject({
      accountNumber: 'P29XD7K4P29_XDA',
      msisdn: '265999000001',
      expiresAt: '2030-01-02T03:04:05.000Z',
    })
  })

  it('returns the visitor with all our query parameters', async () => {
    const requested = request()
    await open().start(requested)
    const { pageUrl } = await view(requested.id)
    const back = await fetch(pageUrl, {
      method: 'POST',
      body: new URLSearchParams({ action: 'cancel' }),
      redirect: 'manual',
    })
    const query = new URL(back.headers.get('location') ?? '').searchParams
    const names = ['back', 'merchant_transaction_id', 'status'].map((name) => query.get(name))
    expect(names).toEqual(['secret', requested.id, 'CANCELLED'])
  })

  it.each(['paid', 'received'])('is accepted before it is captured when it is %s', async (ending) => {
    const { gateway, attempt } = await ended(ending)
    const { checkoutRequestId } = await view(attempt.id)
    expect(await gateway.verify(attempt)).toEqual({
      state: 'captured',
      attemptId: attempt.id,
      providerReference: String(checkoutRequestId),
      amount: attempt.amount,
    })
    expect((await view(attempt.id)).status).toBe(183)
  })

  it('is reported by a readable notification, which our answer confirms', async () => {
    const { gateway, attempt } = await ended('paid')
    await expect.poll(async () => (await view(attempt.id)).status).toBe(188)
    expect(receiver.readings).toContainEqual(expect.objectContaining({ attemptId: attempt.id }))
    expect((await gateway.verify(attempt)).state).toBe('captured')
    expect((await view(attempt.id)).status).toBe(183)
  })

  it('stays unknown when it is received but cannot be accepted, and is accepted later', async () => {
    const { gateway, attempt } = await ended('received')
    await sandbox.injectFault({ provider: 'tingg', operation: 'acknowledge', kind: 'error_before' })
    await expect(gateway.verify(attempt)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect((await gateway.verify(attempt)).state).toBe('captured')
  })

  it.each(['wrong_amount', 'wrong_currency'])(
    'is sent to review after a %s without acceptance, answered or not',
    async (ending) => {
      const answered = await ended(ending)
      await expect.poll(async () => (await view(answered.attempt.id)).status).toBe(188)
      // No server listens there.
      const unheard = await ended(ending, open({ callbackUrl: 'http://127.0.0.1:9/' }))
      for (const { gateway, attempt } of [answered, unheard]) {
        const { status } = await view(attempt.id)
        expect((await gateway.verify(attempt)).state).toBe('review')
        expect((await view(attempt.id)).status).toBe(status)
      }
    },
  )

  it('is refused when it expires', async () => {
    const [gateway, requested] = [open(), request()]
    await gateway.start(requested)
    await sandbox.control(`/tingg/${requested.id}/time-limit`, { afterMs: 0 })
    expect(await gateway.verify(attemptOf(requested))).toEqual({ state: 'refused', reason: 'expired' })
  })

  it('is refused late when Tingg never knows it', async () => {
    let now = Date.now()
    const gateway = open({ now: () => now })
    const requested = request()
    const verifyTwice = async () => [await gateway.verify(requested), await gateway.verify(requested)]
    expect(await verifyTwice()).toEqual([{ state: 'unknown' }, { state: 'unknown' }])
    now += 600_000
    expect(await gateway.verify(requested)).toEqual({ state: 'refused', reason: 'refused' })
    await gateway.start(requested)
    expect((await gateway.verify(requested)).state).toBe('pending')
  })

  it('is undecided when Tingg calls it invalid', async () => {
    const { gateway, attempt } = await ended('invalid')
    await expect(gateway.verify(attempt)).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })

  it('is refused before a page opens when the amount is too large, or the number or currency is missing', async () => {
    const refused = (reason: string) => ({ outcome: 'refused', reason })
    const gateway = open()
    expect(await gateway.start(request({ amount: money('MWK', 150_000_001) }))).toEqual(refused('limit_exceeded'))
    expect(await gateway.start(request({ payerMsisdn: '99900000x' }))).toEqual(refused('invalid_user'))
    expect(await gateway.start(request({ amount: money('USD', 100) }))).toEqual(refused('unsupported_currency'))
  })
})

describe('a Tingg refund', () => {
  it.each([
    ['refused', 'refused', 'unknown'],
    ['initiated', 'pending', 'pending'],
    ['expired', 'pending', 'refused'],
    ['processed', 'refunded', 'refunded'],
  ] as const)('returns the outcome %s', async (outcome, answer, verified) => {
    const { gateway, attempt } = await ended('accepted')
    await sandbox.control('/tingg/refunds', { outcome })
    expect(await gateway.refund(attempt)).toBe(answer)
    expect(await gateway.verifyRefund(attempt)).toBe(verified)
  })

  it('is requested again after it expired', async () => {
    const { gateway, attempt } = await ended('accepted')
    await sandbox.control('/tingg/refunds', { outcome: 'expired' })
    await gateway.refund(attempt)
    await sandbox.control('/tingg/refunds', { outcome: 'processed' })
    expect(await gateway.refund(attempt)).toBe('refunded')
  })

  it('is made once when it is requested twice', async () => {
    const { gateway, attempt } = await ended('paid')
    expect([await gateway.refund(attempt), await gateway.refund(attempt)]).toEqual(['refunded', 'refunded'])
    expect(await records(attempt.id)).toMatchObject([{ refundedMinor: attempt.amount.minor }])
  })

  it('counts as done for a rejected payment, and as needless without a payment', async () => {
    const rejected = await ended('rejected')
    expect(await rejected.gateway.refund(rejected.attempt)).toBe('refunded')
    expect(await open().refund({ id: 'TXN-none', amount: money('MWK', 100) })).toBe('refused')
  })
})

describe('the access token', () => {
  it('is replaced after four fifths of its lifetime', async () => {
    const { requested, observe } = recorder()
    let now = Date.now()
    const gateway = open({ observe, now: () => now })
    const attempt = request()
    await gateway.start(attempt)
    const tokensAfter = async (ms: number) => {
      now += ms
      await gateway.verify(attempt)
      return requested().filter((call) => call === 'token answered').length
    }
    expect([await tokensAfter(2_879_000), await tokensAfter(1000)]).toEqual([1, 2])
  })

  it('is replaced once when Tingg has forgotten it', async () => {
    const { seen, observe } = recorder()
    const gateway = open({ observe })
    const requested = request()
    await gateway.start(requested)
    await sandbox.control('/tingg/tokens', undefined, 'DELETE')
    expect((await gateway.verify(attemptOf(requested))).state).toBe('pending')
    expect(seen.map(({ operation }) => operation)).toEqual(['token', 'express', 'query', 'token', 'query'])
    expect(JSON.stringify(seen)).not.toMatch(/nyanja-sandbox|999000001/)
  })
})

it.each([{ apiKey: 'else' }, { clientSecret: 'else' }, { serviceCode: 'ELSE' }, { country: 'MW' }])(
  'throws a configuration error with %j',
  async (options) => {
    await expect(open(options).start(request())).rejects.toMatchObject({ code: 'provider_broke_contract' })
  },
)

it('accepts a payer without a number', async () => {
  expect(await open().start({ ...request(), payerMsisdn: '' })).toMatchObject({ outcome: 'redirect' })
})
