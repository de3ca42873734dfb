import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { createTestApp, fakeGateway, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const data = { amount: 200, mobileNumber: testLines.prepaid, paymentMode: 'NYANJA_MONEY_PUSH' }
const key = (value: string) => ({ 'idempotency-key': value })

let test: TestApp
let call: Caller
let starts = 0
beforeEach(async () => {
  starts = 0
  test = await createTestApp({
    push: fakeGateway('push', {
      start: async () => {
        starts += 1
        return { outcome: 'waiting' }
      },
    }),
  })
  call = callerOf(test)
})
afterEach(() => test.close())

async function ordersKept(): Promise<number> {
  return (await test.database.db.selectFrom('orders').select('id').execute()).length
}

describe('a call with an idempotency key', () => {
  it('gets the answer of the first one when it is repeated', async () => {
    const first = await call(initiatePayment, { data }, key('a'))
    const second = await call(initiatePayment, { data }, key('a'))
    expect(second.text).toBe(first.text)
    expect(await ordersKept()).toBe(1)
  })

  it('counts as the same call when members come in another order or unknown members are added', async () => {
    const first = await call(initiatePayment, { data }, key('a'))
    const { amount, ...others } = data
    const second = await call(initiatePayment, { data: { ...others, amount: String(amount), seen: 1 } }, key('a'))
    expect(second.text).toBe(first.text)
  })

  it('happens once when a hundred copies arrive at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => call(initiatePayment, { data }, key('a'))))
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    expect(all.every(({ status }) => status === 200)).toBe(true)
    expect(await ordersKept()).toBe(1)
  })

  it('is refused with another body', async () => {
    await call(initiatePayment, { data }, key('a'))
    expect(await call(initiatePayment, { data: { ...data, amount: 300 } }, key('a'))).toMatchObject({
      status: 409,
      body: { statusCode: 409, message: 'This Idempotency-Key came before with another body' },
    })
  })

  it('is refused for another path', async () => {
    const { body } = await call(initiatePayment, { data }, key('a'))
    const transactionId = body.status === 'success' ? body.result.transactionId : ''
    expect(await call(processPayment, { data: { transactionId } }, key('a'))).toMatchObject({ status: 409 })
  })

  it('gets the first answer to a redirect, not ALREADY_PROCESSED', async () => {
    const { body } = await call(initiatePayment, { data })
    const transactionId = body.status === 'success' ? body.result.transactionId : ''
    const handOver = () => call(processPayment, { data: { transactionId } }, key('b'))
    const answers = await Promise.all([handOver(), handOver(), handOver()])
    answers.push(await handOver())
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.text).toContain('IN_PROCESS')
    expect(starts).toBe(1)
    expect((await call(processPayment, { data: { transactionId } })).text).toContain('ALREADY_PROCESSED')
  })

  it('belongs to its client', async () => {
    await call(initiatePayment, { data }, key('a'))
    await call(initiatePayment, { data }, { ...key('a'), 'x-api-key': testKeys.kiosk })
    expect(await ordersKept()).toBe(2)
  })

  it('keeps the refusal of its content', async () => {
    const refused = { data: { ...data, amount: 1 } }
    const first = await call(initiatePayment, refused, key('a'))
    expect(first.status).toBe(400)
    expect((await call(initiatePayment, refused, key('a'))).text).toBe(first.text)
  })

  it('is told to retry when the server stops before the first copy is answered', async () => {
    const first = await call(initiatePayment, { data }, key('a'))
    expect(first.status).toBe(200)
    const notYet = { http_status: null, answer: null, held_by: 1, created_at: test.clock.ms }
    await test.database.db.updateTable('idempotency').set(notYet).execute()
    const claims = vi.spyOn(test.stores.idempotency, 'claim')
    const waiting = call(initiatePayment, { data }, key('a'))
    await expect.poll(() => claims).toHaveBeenCalled()
    await test.app.close()
    expect(await waiting).toMatchObject({ status: 503 })
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(201)])('is refused unless the key is printable: %j', async (value) => {
    expect(await call(initiatePayment, { data }, key(value))).toMatchObject({ status: 400 })
  })
})

describe('a call without an idempotency key', () => {
  it('happens each time it is sent', async () => {
    await call(initiatePayment, { data })
    await call(initiatePayment, { data })
    expect(await ordersKept()).toBe(2)
  })
})
