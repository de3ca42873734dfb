import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendPaymentOtp } from '../../contract/payment-otp.ts'
import { productConfig } from '../../contract/resource.ts'
import { lineTypeCheck } from '../../contract/subscriber.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../test-app.ts'
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

describe('a client that tries numbers out', () => {
  it('is told to stop, by whichever call it tries', async () => {
    await tryOut(599)
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid })).toMatchObject({ status: 200 })
    await tryOut(1)
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid })).toMatchObject(spent)
    expect(await call(sendPaymentOtp, { data: { msisdn: testLines.prepaid } })).toMatchObject(spent)
  })

  it('keeps what names no number, and other clients keep all', async () => {
    await tryOut(600)
    expect(await call(productConfig, {})).toMatchObject({ status: 200 })
    const kiosk = { 'x-api-key': testKeys.kiosk }
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid }, kiosk)).toMatchObject({ status: 200 })
  })

  it('gets a little back every few seconds', async () => {
    await tryOut(600)
    test.clock.ms += 6_000
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid })).toMatchObject({ status: 200 })
    await tryOut(1)
    expect(await call(lineTypeCheck, { msisdn: testLines.prepaid })).toMatchObject(spent)
  })

  it('is never told to stop for numbers that are somebody’s', async () => {
    for (let round = 0; round < 700; round += 1)
      expect((await call(lineTypeCheck, { msisdn: testLines.prepaid })).status).toBe(200)
  })
})
