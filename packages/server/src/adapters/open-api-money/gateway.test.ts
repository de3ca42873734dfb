import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { createGatewayFixture, recorder, testCalls } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { serve } from '../serve.contract.ts'
import { createOpenApiMoneyGateway, type OpenApiMoneyOptions } from './gateway.ts'

const sandbox = testSandbox()

const open = (options: Partial<OpenApiMoneyOptions> = {}, timeout: TimeoutName = 'usual') =>
  createOpenApiMoneyGateway({
    baseUrl: `${sandbox.url}/money`,
    clientId: 'nyanja-sandbox',
    clientSecret: 'nyanja-sandbox-secret',
    country: 'MW',
    currencies: ['MWK'],
    ...testCalls(timeout),
    ...options,
  })

const { request, spoil, records } = createGatewayFixture(sandbox, {
  provider: 'money',
  operations: { start: 'collect', verify: 'enquire', refund: 'refund' },
})
const conclude = (id: string, to: string) => sandbox.control(`/money/payments/${id}/turn`, { to })
const set = (settings: object) => sandbox.control('/money/settings', settings)

describe.each([false, true])('with signing %s', (signsMessages) => {
  describePaymentGateway('the wallet', async (timeout) => {
    await set({ signing: signsMessages })
    return {
      gateway: open({ signsMessages }, timeout),
      request,
      conclude,
      endings: {
        captured: 'success',
        refused: [
          ['wrong_pin', 'wrong_pin'],
          ['failed', 'declined'],
          ['no_pin', 'refused'],
          ['expired', 'expired'],
        ],
        undecided: ['ambiguous', 'timed_out'],
      },
      spoil,
      records,
    }
  })
})

describe('a push', () => {
  it('is not sent to a number without a wallet or with a barred one', async () => {
    const { observe, seen } = recorder()
    const gateway = open({ observe })
    for (const payerMsisdn of ['999000031', '999000032']) {
      expect(await gateway.start(request({ payerMsisdn }))).toEqual({ outcome: 'refused', reason: 'invalid_user' })
    }
    expect(seen.map(({ operation }) => operation)).toEqual(['token', 'user', 'user'])
  })

  it('is not sent for another currency', async () => {
    const { observe, requested } = recorder()
    const result = await open({ observe }).start(request({ amount: money('USD', 100) }))
    expect(result).toEqual({ outcome: 'refused', reason: 'unsupported_currency' })
    expect(requested()).toEqual([])
  })

  it('is refused above the limit', async () => {
    const result = await open().start(request({ amount: money('MWK', 75_000_001) }))
    expect(result).toEqual({ outcome: 'refused', reason: 'limit_exceeded' })
  })

  it('has a reference of sufficient length', async () => {
    expect(await open().start(request({ description: 'Hi' }))).toEqual({ outcome: 'waiting' })
    expect(await open().start(request({ description: 'long '.repeat(40) }))).toEqual({ outcome: 'waiting' })
  })
})

describe('the access token', () => {
  it('is fetched once for concurrent calls', async () => {
    const { observe, requested } = recorder()
    const gateway = open({ observe })
    await Promise.all([1, 2, 3].map(() => gateway.start(request())))
    expect(requested().filter((call) => call === 'token answered')).toHaveLength(1)
  })

  it('is renewed before it expires', async () => {
    const { observe, requested } = recorder()
    let now = Date.now()
    const gateway = open({ observe, now: () => now })
    const { id, amount } = request()
    await gateway.verify({ id, amount })
    now += 149_000
    await gateway.verify({ id, amount })
    now += 2000
    await gateway.verify({ id, amount })
    expect(requested().filter((call) => call === 'token answered')).toHaveLength(2)
  })

  it('is replaced once when it is no longer accepted', async () => {
    const gateway = open()
    await gateway.start(request())
    await sandbox.control('/money/tokens/revoke', undefined, 'POST')
    expect(await gateway.start(request())).toEqual({ outcome: 'waiting' })
  })

  it('throws a configuration error when it is refused', async () => {
    const error = await open({ clientSecret: 'wrong-secret' })
      .start(request())
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider_broke_contract' })
    expect(String(error)).not.toContain('wrong-secret')
  })
})

describe('a signature', () => {
  it('is renewed once when the key has changed', async () => {
    await set({ signing: true })
    const { observe, seen } = recorder()
    const gateway = open({ signsMessages: true, observe })
    await gateway.start(request())
    await sandbox.control('/money/keys/rotate', undefined, 'POST')
    expect(await gateway.start(request())).toEqual({ outcome: 'waiting' })
    expect(seen.filter(({ operation }) => operation === 'push')).toHaveLength(3)
    expect(seen.filter(({ operation }) => operation === 'key')).toHaveLength(2)
  })

  it('throws a configuration error when it is missing', async () => {
    await set({ signing: true })
    await expect(open().start(request())).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })
})

describe('the verification result', () => {
  it('reports a payment as refused after three answers that outlast a prompt', async () => {
    let now = Date.now()
    const gateway = open({ now: () => now })
    const { id, amount } = request()
    const ask = async (afterMs: number) => {
      now += afterMs
      return (await gateway.verify({ id, amount })).state
    }
    expect([await ask(0), await ask(60_000), await ask(60_000)]).toEqual(['unknown', 'unknown', 'unknown'])
    expect(await ask(600_000)).toBe('unknown')
    expect(await ask(60_000)).toBe('refused')
  })

  it('reports a late answer of the prompt as the provider does', async () => {
    await set({ promptMs: 0 })
    const gateway = open()
    const { id, amount } = request()
    await gateway.start(request({ id, amount }))
    expect(await gateway.verify({ id, amount })).toEqual({ state: 'refused', reason: 'expired' })
  })
})

describe('a failure that the provider reports with another code', () => {
  async function resultWith(response_code: string) {
    const baseUrl = await serve(({ url = '' }, _body, response) => {
      const body = url.includes('/oauth2/')
        ? { access_token: 'token', expires_in: '180' }
        : { data: { transaction: { id: 'TXN-1', status: 'TF' } }, status: { code: '200', response_code } }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }, onTestFinished)
    return open({ baseUrl }).verify({ ...request(), id: 'TXN-1' })
  }

  it.each(['DP00800001000', 'DP00800001024', 'DP00800001025'])(
    'is no end yet with %s, which says the opposite',
    async (code) => {
      expect(await resultWith(code)).toEqual({ state: 'pending' })
    },
  )

  it('is a refusal with the code of one, and with that of any answer', async () => {
    expect(await resultWith('DP00800001007')).toEqual({ state: 'refused', reason: 'insufficient_funds' })
    expect(await resultWith('DP00800001006')).toEqual({ state: 'refused', reason: 'refused' })
  })
})

describe('a refund', () => {
  it('returns a refusal', async () => {
    await set({ refunds: 'refused' })
    const gateway = open()
    const { id, amount } = request()
    await gateway.start(request({ id, amount }))
    await conclude(id, 'success')
    expect(await gateway.refund({ id, amount })).toBe('refused')
  })
})

it('allows the first verification as soon as at other gateways: the provider publishes no minimum', () => {
  expect(open().firstEnquiryAfterMs).toBe(5_000)
})

it('reports its calls without secrets', async () => {
  const { seen, observe, requested } = recorder()
  await sandbox.injectFault({ provider: 'money', operation: 'collect', kind: 'garbage_after' })
  const error = await open({ observe }).start(request()).catch(String)
  expect(requested()).toEqual(['token answered', 'user answered', 'push invalid_response'])
  expect(JSON.stringify([seen, error])).not.toMatch(/nyanja-sandbox|999000001/)
})
