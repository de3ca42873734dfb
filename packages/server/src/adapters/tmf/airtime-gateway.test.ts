import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import { attemptOf } from '../../payments/payment-gateway.contract.ts'
import { createGatewayFixture, recorder } from '../gateway-fixture.contract.ts'
import { type AirtimeGatewayOptions, createAirtimeGateway } from './airtime-gateway.ts'
import { tmfV4 } from './profile.ts'
import { testBss } from './tmf.contract.ts'

const { sandbox, tmf, silence } = testBss()

const open = (options: Partial<AirtimeGatewayOptions> = {}, timeout: TimeoutName = 'usual') =>
  createAirtimeGateway({ ...tmf(timeout), ...options })

/** A prepaid line with MWK 5,000, a postpaid one, and one with MWK 800.50. */
const [payer, postpaid, poor] = ['999000001', '999000050', '999000005']

const { request, records } = createGatewayFixture(sandbox, {
  provider: 'bss',
  operations: { start: 'adjustBalance', verify: 'adjustBalance.read', refund: 'adjustBalance' },
  faults: { broken: 'error_before' },
})

async function airtimeOf(msisdn: string): Promise<number> {
  const line = await sandbox.control(`/bss/lines/${msisdn}`)
  return z.object({ mainBalance: z.object({ amount: z.number() }) }).parse(line).mainBalance.amount
}

const plan = (outcome: 'failed' | 'hold') => sandbox.control('/bss/outcomes', { operation: 'adjust', outcome })
const injectFault = (kind: string, times = 1) =>
  sandbox.injectFault({ provider: 'bss', operation: 'adjustBalance', kind, times })

describe('a payment by airtime', () => {
  it('is debited when it starts, and found by our reference', async () => {
    const gateway = open()
    const requested = request()
    const started = await gateway.start(requested)
    expect(started).toEqual({ outcome: 'waiting', providerReference: expect.stringMatching(/^adj-/) })
    expect(await gateway.verify(attemptOf(requested))).toEqual({
      state: 'captured',
      attemptId: requested.id,
      providerReference: started.outcome === 'waiting' ? started.providerReference : '',
      amount: requested.amount,
    })
    expect(await airtimeOf(payer)).toBe(3_999.5)
  })

  it('may use the last tambala', async () => {
    const gateway = open()
    const requested = request({ payerMsisdn: poor, amount: money('MWK', 80_050) })
    expect((await gateway.start(requested)).outcome).toBe('waiting')
    expect(await airtimeOf(poor)).toBe(0)
  })

  it.each([
    ['one tambala more than there is', { payerMsisdn: poor, amount: money('MWK', 80_051) }, 'insufficient_funds'],
    ['a line without airtime', { payerMsisdn: postpaid }, 'invalid_user'],
    ['a number that is no line', { payerMsisdn: '991111111' }, 'invalid_user'],
    ['another currency', { amount: money('USD', 100) }, 'unsupported_currency'],
    ['a time that is over', { expiresAt: Date.now() - 1 }, 'expired'],
  ] as const)('is refused for %s, without a debit at the BSS', async (_what, changes, reason) => {
    const { seen, observe } = recorder()
    const requested = request(changes)
    const result = await open({ observe }).start(requested)
    expect(result).toEqual({ outcome: 'refused', reason })
    expect(seen.map(({ operation }) => operation)).not.toContain('POST adjustBalance')
    expect(await records(requested.id)).toEqual([])
  })

  it('is refused for a barred line with any balance', async () => {
    await sandbox.control(`/bss/lines/${payer}`, { isBarred: true })
    expect(await open().start(request())).toEqual({ outcome: 'refused', reason: 'declined' })
    expect(await airtimeOf(payer)).toBe(5_000)
  })

  it('is refused by the BSS after the check, and stays refused when it is started again', async () => {
    await plan('failed')
    const gateway = open()
    const requested = request()
    expect(await gateway.start(requested)).toEqual({ outcome: 'refused', reason: 'refused' })
    expect(await gateway.start(requested)).toEqual({ outcome: 'refused', reason: 'refused' })
    expect(await gateway.verify(attemptOf(requested))).toEqual({ state: 'refused', reason: 'refused' })
    expect(await airtimeOf(payer)).toBe(5_000)
  })

  it('reports insufficient funds after a concurrent purchase', async () => {
    const amount = money('MWK', 300_000)
    // Each gateway has its own queue, like two processes.
    const results = await Promise.all([open(), open()].map((gateway) => gateway.start(request({ amount }))))
    expect(results).toContainEqual({ outcome: 'refused', reason: 'insufficient_funds' })
    expect(await airtimeOf(payer)).toBe(2_000)
  })
})

describe('a debit of airtime', () => {
  it.each(['hang_after', 'reset_after', 'error_after'])('is not repeated after %s', async (kind) => {
    const gateway = open({}, 'short')
    const requested = request()
    await injectFault(kind)
    await expect(gateway.start(requested)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect((await gateway.start(requested)).outcome).toBe('waiting')
    expect(await gateway.verify(attemptOf(requested))).toMatchObject({ state: 'captured', amount: requested.amount })
    expect(await records(requested.id)).toEqual([{ amountMinor: 100_050, refundedMinor: 0 }])
    expect(await airtimeOf(payer)).toBe(3_999.5)
  })

  it('happens once for concurrent starts of the same attempt', async () => {
    const gateway = open()
    const requested = request()
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => gateway.start(requested)))
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(5).fill('waiting'))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await records(requested.id)).toHaveLength(1)
    expect(await airtimeOf(payer)).toBe(3_999.5)
  })

  it('waits for another debit of the line, so that both together stay within the balance', async () => {
    const gateway = open()
    const amount = money('MWK', 300_000)
    const results = await Promise.all([1, 2, 3].map(() => gateway.start(request({ amount }))))
    expect(results.map((result) => (result.outcome === 'refused' ? result.reason : result.outcome)).toSorted()).toEqual(
      ['insufficient_funds', 'insufficient_funds', 'waiting'],
    )
    expect(await airtimeOf(payer)).toBe(2_000)
  })

  it('stays effective when its attempt is started again after its expiry', async () => {
    let now = Date.now()
    const gateway = open({ now: () => now })
    const requested = request()
    const first = await gateway.start(requested)
    now = requested.expiresAt
    expect(await gateway.start(requested)).toEqual(first)
    expect(await airtimeOf(payer)).toBe(3_999.5)
  })

  it('is not made after too long a wait behind another one', async () => {
    let now = Date.now()
    const gateway = open({ now: () => now }, 'short')
    const [first, second] = [request(), request()]
    await injectFault('hang_after')
    const results = Promise.allSettled([gateway.start(first), gateway.start(second)])
    now += 11_000
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await records(first.id)).toHaveLength(1)
    expect(await records(second.id)).toEqual([])
  })

  it('is not made while its existence is unknown', async () => {
    await silence('adjustBalance.read')
    const requested = request()
    await expect(open({}, 'short').start(requested)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(await records(requested.id)).toEqual([])
  })

  it('needs a review when the BSS has it twice', async () => {
    const gateway = open()
    const requested = request()
    await gateway.start(requested)
    await adjustByHand(requested.id, -1000.5)
    expect(await gateway.verify(attemptOf(requested))).toMatchObject({ state: 'review' })
  })

  it('returns its own amount when it differs', async () => {
    const requested = request()
    await adjustByHand(requested.id, -3)
    expect(await open().verify(attemptOf(requested))).toMatchObject({ state: 'captured', amount: money('MWK', 300) })
  })

  it('counts as absent after three answers in a minute', async () => {
    let now = Date.now()
    const gateway = open({ now: () => now })
    const requested = request()
    const ask = async (afterMs: number) => {
      now += afterMs
      return (await gateway.verify(attemptOf(requested))).state
    }
    expect([await ask(0), await ask(10_000), await ask(10_000)]).toEqual(['unknown', 'unknown', 'unknown'])
    expect(await ask(40_000)).toBe('refused')
  })

  it("is positive where the operator's BSS requires that", async () => {
    const { requested, observe } = recorder()
    const profile = { ...tmfV4, adjustment: { positiveMeans: 'debit', takesBack: false } } as const
    await open({ profile, observe }).start(request())
    expect(requested()).toContain('POST adjustBalance answered')
    // This BSS uses the reference for a credit.
    expect(await airtimeOf(payer)).toBe(6_000.5)
  })
})

async function adjustByHand(reason: string, amount: number): Promise<void> {
  const response = await fetch(`${sandbox.url}/bss/tmf-api/prepayBalanceManagement/v4/adjustBalance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: { amount, units: 'MWK' },
      usageType: 'monetary',
      bucket: { id: `265${payer}-main` },
      reason,
    }),
  })
  expect(response.status).toBe(201)
}

describe('a refund of airtime', () => {
  async function captured(timeout: TimeoutName = 'usual') {
    const gateway = open({}, timeout)
    const requested = request()
    await gateway.start(requested)
    return { gateway, attempt: attemptOf(requested) }
  }

  it('credits the line with a reference of its own', async () => {
    const { gateway, attempt } = await captured()
    expect(await gateway.verifyRefund(attempt)).toBe('unknown')
    expect(await gateway.refund(attempt)).toBe('refunded')
    expect(await gateway.verifyRefund(attempt)).toBe('refunded')
    expect(await airtimeOf(payer)).toBe(5_000)
    expect((await gateway.verify(attempt)).state).toBe('captured')
  })

  it.each(['hang_after', 'error_after'])('is not repeated after %s', async (kind) => {
    const { gateway, attempt } = await captured('short')
    await injectFault(kind)
    await expect(gateway.refund(attempt)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(await gateway.refund(attempt)).toBe('refunded')
    expect(await airtimeOf(payer)).toBe(5_000)
  })

  it('is made once for concurrent requests', async () => {
    const { gateway, attempt } = await captured()
    expect(await Promise.all([1, 2, 3].map(() => gateway.refund(attempt)))).toEqual(Array(3).fill('refunded'))
    expect(await airtimeOf(payer)).toBe(5_000)
  })

  it('waits for the BSS, and may be requested again after a refusal', async () => {
    const { gateway, attempt } = await captured()
    await plan('hold')
    expect(await gateway.refund(attempt)).toBe('pending')
    expect(await gateway.refund(attempt)).toBe('pending')
    await sandbox.control('/bss/outcomes/release', { operation: 'adjust', outcome: 'failed' })
    expect(await gateway.verifyRefund(attempt)).toBe('refused')
    expect(await gateway.refund(attempt)).toBe('refunded')
    expect(await airtimeOf(payer)).toBe(5_000)
  })

  it('reaches a line that was barred in the meantime', async () => {
    const { gateway, attempt } = await captured()
    await sandbox.control(`/bss/lines/${payer}`, { isBarred: true })
    expect(await gateway.refund(attempt)).toBe('refunded')
    expect(await airtimeOf(payer)).toBe(5_000)
  })
})

it('allows the first verification soon after the start', () => {
  expect(open().firstEnquiryAfterMs).toBe(1000)
})

it('reports its calls without numbers', async () => {
  const { seen, observe, requested } = recorder()
  await injectFault('garbage_after')
  const error = await open({ observe }).start(request()).catch(String)
  expect(requested()).toEqual([
    'GET adjustBalance answered',
    'GET bucket answered',
    'POST adjustBalance invalid_response',
  ])
  expect(JSON.stringify([seen, error])).not.toContain(payer)
})
