import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import { begunOnPage, createGatewayFixture, describeLimits, recorder } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createDpoGateway, type DpoOptions } from './gateway.ts'

const sandbox = testSandbox()

const open = (options: Partial<DpoOptions> = {}, timeout: TimeoutName = 'usual') =>
  createDpoGateway({
    baseUrl: `${sandbox.url}/dpo`,
    companyToken: '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A',
    serviceType: '3854',
    country: 'MW',
    countryCode: '265',
    timeZone: 'Africa/Blantyre',
    timeoutMs: timeoutsMs[timeout],
    pause: async () => {},
    ...options,
  })

const fixture = createGatewayFixture(sandbox, {
  provider: 'dpo',
  operations: { start: 'createToken', verify: 'verifyToken', refund: 'refundToken' },
  particulars: () => ({
    description: 'Weekly <2.6GB> & more',
    returnUrl: 'https://portal.example/return?back=1&x="2"',
  }),
})
const { request, conclude } = fixture

describePaymentGateway(
  'DPO',
  async (timeout) => ({
    ...fixture,
    gateway: open({}, timeout),
    endings: {
      captured: 'paid',
      refused: [
        ['declined', 'declined'],
        ['expired', 'expired'],
        ['cancelled', 'cancelled_by_customer'],
      ],
      undecided: [
        'authorized',
        'overpaid',
        'underpaid',
        'pending_bank',
        'queued',
        'split_pending',
        'wrong_amount',
        'wrong_currency',
        'fraud_alert',
        'fraud_blocked',
      ],
    },
  }),
  { refundsParts: true },
)

const View = z.object({
  token: z.string(),
  transRef: z.string(),
  isVerified: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
const view = async (id: string) => View.parse(await sandbox.control(`/dpo/${id}`))

const begun = (gateway = open(), requested = request()) => begunOnPage(gateway, requested)

describe('a DPO payment', () => {
  it('sends the visitor to the page of its token', async () => {
    const { result, attempt } = await begun()
    const { token, transRef } = await view(attempt.id)
    expect(result).toEqual({
      outcome: 'redirect',
      url: `${sandbox.url}/dpo/payv2.php?ID=${token}`,
      providerReference: `${token}/${transRef}`,
    })
  })

  it.each([
    [30, 30],
    [600, 30],
    [10, 10],
    [-5, 1],
  ])('stays open for %i minutes when %i are requested', async (requested, granted) => {
    const { attempt } = await begun(open(), request({ expiresAt: Date.now() + requested * 60_000 }))
    const { createdAt, expiresAt } = await view(attempt.id)
    expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000).toBe(granted)
  })

  it('is marked as verified only after its capture', async () => {
    const { gateway, attempt } = await begun()
    await gateway.verify(attempt)
    await conclude(attempt.id, 'paid')
    expect(await view(attempt.id)).toMatchObject({ isVerified: false })
    await gateway.verify(attempt)
    expect(await view(attempt.id)).toMatchObject({ isVerified: true })
  })

  it('is captured when the converted amount matches the requested one', async () => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'converted')
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'captured', amount: attempt.amount })
  })

  it.each([
    ['overpaid', 110_050, 'MWK'],
    ['underpaid', 50_025, 'MWK'],
    ['wrong_amount', 100_150, 'MWK'],
    ['wrong_currency', 100_050, 'USD'],
    ['fraud_alert', 100_050, 'MWK'],
    ['fraud_blocked', 100_050, 'MWK'],
  ] as const)('is sent to review with what was received when it is %s', async (ending, minor, currency) => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, ending)
    expect(await gateway.verify(attempt)).toMatchObject({ state: 'review', received: money(currency, minor) })
  })

  it('is sent to review when it is authorised, and has received nothing', async () => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'authorized')
    expect(await gateway.verify(attempt)).toEqual({ state: 'review', reason: 'dpo: authorised, not captured' })
  })

  it.each(['pending_bank', 'queued', 'split_pending'])('is not reported as pending when it is %s', async (ending) => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, ending)
    expect(await gateway.verify(attempt)).toEqual({ state: 'unknown' })
  })

  describeLimits((amount) => open().start(request({ amount })))

  it('cannot be paid once it was abandoned', async () => {
    const { gateway, attempt } = await begun()
    await gateway.abandon(attempt)
    expect(await gateway.verify(attempt)).toEqual({ state: 'refused', reason: 'cancelled_by_customer' })
  })
})

describe('a DPO refund', () => {
  it.each([
    ['failed', 'refused', 'unknown'],
    ['pending', 'pending', 'pending'],
    ['declined', 'refused', 'refused'],
  ] as const)('returns the outcome %s', async (outcome, answer, verified) => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'paid')
    await sandbox.control('/dpo/refunds', { outcome })
    expect(await gateway.refund(attempt)).toBe(answer)
    expect(await gateway.verifyRefund(attempt)).toBe(verified)
  })

  it('is made once when it is requested twice', async () => {
    const { gateway, attempt } = await begun()
    await conclude(attempt.id, 'paid')
    expect([await gateway.refund(attempt), await gateway.refund(attempt)]).toEqual(['refunded', 'refunded'])
    expect((await sandbox.records()).captures).toMatchObject([{ refundedMinor: attempt.amount.minor }])
  })

  it('is not requested for a payment without a DPO reference', async () => {
    expect(await open().refund({ id: 'TXN-none', amount: money('MWK', 100) })).toBe('refused')
    expect(await open().verifyRefund({ id: 'TXN-none', amount: money('MWK', 100) })).toBe('unknown')
  })
})

it.each([{ companyToken: 'WRONG' }, { serviceType: '1' }])('throws a configuration error with %j', async (options) => {
  await expect(open(options).start(request())).rejects.toMatchObject({ code: 'provider_broke_contract' })
})

it('reports its calls without secrets', async () => {
  const { seen, observe } = recorder()
  const gateway = open({ observe })
  await sandbox.injectFault({ provider: 'dpo', operation: 'createToken', kind: 'garbage_after' })
  await gateway.start(request()).catch(() => undefined)
  await gateway.start(request())
  expect(seen).toMatchObject([
    { provider: 'dpo', operation: 'createToken', outcome: 'invalid_response', status: 200 },
    { provider: 'dpo', operation: 'createToken', outcome: 'answered', status: 200 },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/9F416C11|999000001/)
})

it('accepts a payer without a number', async () => {
  expect(await open().start({ ...request(), payerMsisdn: '' })).toMatchObject({ outcome: 'redirect' })
})
