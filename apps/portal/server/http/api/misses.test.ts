import { PortalError } from '@nyanja/domain/errors'
import { hour } from '@nyanja/domain/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lineTypeCheck } from '../../../contract/balance.ts'
import { sendPaymentOtp } from '../../../contract/otp.ts'
import { productConfig } from '../../../contract/product.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const spent = { status: 429, headers: { 'retry-after': '60' }, body: { statusCode: 502 } }
const numbered = (index: number) => String(991_000_000 + index)

let test: TestApp
let call: Caller
beforeEach(async () => {
  test = await createTestApp()
  call = callerOf(test)
})
afterEach(() => test.close())

async function tryOut(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const isCheck = index % 2 === 0
    const number = numbered(index)
    await (isCheck ? call(lineTypeCheck, { msisdn: number }) : call(sendPaymentOtp, { data: { msisdn: number } }))
  }
}

describe('a client that guesses numbers', () => {
  it('refuses misses of a channel on every call, and never a known number', async () => {
    await tryOut(600)
    for (const guess of [
      await call(lineTypeCheck, { msisdn: numbered(900) }),
      await call(sendPaymentOtp, { data: { msisdn: numbered(901) } }),
    ])
      expect(guess).toMatchObject(spent)
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid })).toMatchObject({ status: 200 })
    expect(await call(sendPaymentOtp, { data: { msisdn: testLines.prepaid } })).toMatchObject({ status: 200 })
  })

  it('counts misses of each channel apart, and allows them again two hours later', async () => {
    await tryOut(600)
    const guess = { msisdn: numbered(900) }
    expect(await call(lineTypeCheck, guess)).toMatchObject(spent)
    expect(await call(productConfig, {})).toMatchObject({ status: 200 })
    expect(await call(lineTypeCheck, guess, { 'x-api-key': testKeys.kiosk })).toMatchObject({ status: 400 })
    test.clock.ms += 2 * hour
    expect(await call(lineTypeCheck, guess)).toMatchObject({ status: 400 })
  })
})

describe('a call with an Idempotency-Key', () => {
  const keyed = { 'idempotency-key': 'one-call' }

  it('checks a call again after a refusal for too many misses', async () => {
    await tryOut(600)
    const guess = { data: { msisdn: numbered(900) } }
    expect(await call(sendPaymentOtp, guess, keyed)).toMatchObject(spent)
    test.clock.ms += 2 * hour
    expect(await call(sendPaymentOtp, guess, keyed)).toMatchObject({ status: 400, body: { statusCode: 400 } })
  })

  it('processes a call again after the portal was too busy for it', async () => {
    const answers: (() => Promise<{ found: false }>)[] = [
      () => Promise.reject(new PortalError('overloaded', 'busy')),
      async () => ({ found: false }),
    ]
    const busy = await createTestApp({ lineSource: { lineOf: () => answers.shift()?.() ?? Promise.reject() } })
    const sent = callerOf(busy)
    const requested = { data: { msisdn: testLines.prepaid } }
    expect(await sent(sendPaymentOtp, requested, keyed)).toMatchObject({ status: 503 })
    expect(await sent(sendPaymentOtp, requested, keyed)).toMatchObject({ status: 400 })
    await busy.close()
  })
})

describe('an end user that a client names', () => {
  const mallory = { 'x-end-user': '265888000001' }

  it('counts misses of each end user apart from the channel and its other users', async () => {
    const guess = (index: number, headers: Record<string, string> = mallory) =>
      call(lineTypeCheck, { msisdn: numbered(index) }, headers)
    for (let index = 0; index < 20; index += 1) expect(await guess(index)).toMatchObject({ status: 400 })
    expect(await guess(21)).toMatchObject(spent)
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid }, mallory)).toMatchObject({ status: 200 })
    expect(await guess(22, { 'x-end-user': '265888000002' })).toMatchObject({ status: 400 })
    expect(await guess(23, {})).toMatchObject({ status: 400 })
    expect(await guess(24, { ...mallory, 'x-api-key': testKeys.kiosk })).toMatchObject({ status: 400 })
  })

  it('stores an end user as a digest', async () => {
    await call(lineTypeCheck, { msisdn: numbered(1) }, mallory)
    const kept = await test.database.db.selectFrom('rate_counters').selectAll().execute()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('888000001')
  })

  it('refuses an end user with a name that is too long', async () => {
    const named = await call(lineTypeCheck, { msisdn: testLines.prepaid }, { 'x-end-user': 'x'.repeat(101) })
    expect(named).toMatchObject({ status: 400, body: { message: 'Missing or wrong header: x-end-user' } })
  })
})
