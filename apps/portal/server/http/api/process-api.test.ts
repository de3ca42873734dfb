import { minute } from '@nyanja/domain/time'
import type { Refusal } from '@nyanja/server/payments/payment-gateway'
import { afterEach, describe, expect, it } from 'vitest'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { createTestApp, fakeGateway, type Outside, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const byCard = { amount: 200, mobileNumber: testLines.prepaid, emailId: 'a@example.mw', paymentMode: 'PAYMENT_GATEWAY' }
const byPush = { amount: 200, mobileNumber: testLines.prepaid, paymentMode: 'NYANJA_MONEY_PUSH' }

const opened: TestApp[] = []
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close()
})

async function open(outside: Partial<Outside> = {}) {
  const test = await createTestApp(outside)
  opened.push(test)
  return { test, call: callerOf(test) }
}

/** Opens a portal with the ids of all payments that the push provider was asked to start. */
async function openCounted() {
  const requested: string[] = []
  const start = async ({ id }: { readonly id: string }) => {
    requested.push(id)
    return { outcome: 'waiting' as const }
  }
  return { requested, ...(await open({ push: fakeGateway('push', { start }) })) }
}

async function initiate(call: Caller, data: Readonly<Record<string, unknown>>): Promise<string> {
  const { body } = await call(initiatePayment, { data })
  if (body.status !== 'success') throw new Error(body.message)
  return body.result.transactionId
}

const socket = { isSubscriberRequest: true, paymentGateway: 'dpo', proccessFlag: 'INITIATE', amPin: null }

describe('POST process', () => {
  it("answers a card payment with the gateway's page", async () => {
    const { call } = await open()
    const transactionId = await initiate(call, byCard)
    const { status, body } = await call(processPayment, { data: { transactionId, ...socket } })
    expect(status).toBe(200)
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      message: 'In Processing',
      result: {
        transactionId,
        transactionStatus: 'REQUEST_RAISED',
        redirectUrl: `https://pay.example/${transactionId}`,
      },
    })
  })

  it('answers a prompt on the handset with the transaction', async () => {
    const { call } = await open()
    const transactionId = await initiate(call, byPush)
    const { body } = await call(processPayment, { data: { transactionId, ...socket, paymentGateway: 'AM' } })
    expect(body).toMatchObject({ result: { transactionId, transactionStatus: 'IN_PROCESS' } })
  })

  it.each([
    [{ paymentGateway: 'dpo' }, 'Invalid data.paymentMode'],
    [{ paymentGateway: 'banana' }, 'Invalid data.paymentGateway'],
    [{ paymentMode: 'AIR_TIME' }, 'Invalid data.paymentMode'],
    [{ paymentMode: 'BARTER' }, 'Invalid data.paymentMode'],
    [{ paymentMobile: '999000009' }, 'Invalid data.paymentMobile'],
    [{ accountId: '12345' }, 'Invalid Account Number'],
    [{ accountId: '1000000050' }, 'There is no account for this number'],
  ])('refuses members that contradict the transaction, and prompts no wallet: %j', async (shown, message) => {
    const { requested, call } = await openCounted()
    const transactionId = await initiate(call, byPush)
    expect(await call(processPayment, { data: { transactionId, ...shown } })).toMatchObject({
      status: 400,
      body: { message },
    })
    expect(requested).toEqual([])
  })

  it('answers a repeated call with ALREADY_PROCESSED and asks the provider once', async () => {
    const { requested, call } = await openCounted()
    for (const data of [byCard, byPush]) {
      const transactionId = await initiate(call, data)
      await call(processPayment, { data: { transactionId } })
      const { status, body } = await call(processPayment, { data: { transactionId } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ result: { transactionId, transactionStatus: 'ALREADY_PROCESSED' } })
    }
    expect(requested).toHaveLength(1)
  })

  it("answers a repeated call with the gateway's page while the payment is open", async () => {
    const { test, call } = await open()
    const transactionId = await initiate(call, byCard)
    const process = async () => (await call(processPayment, { data: { transactionId } })).body
    await process()
    expect(await process()).toMatchObject({
      result: { transactionStatus: 'ALREADY_PROCESSED', redirectUrl: `https://pay.example/${transactionId}` },
    })
    test.clock.ms += 30 * minute
    const late = await process()
    expect(late).toMatchObject({ result: { transactionStatus: 'ALREADY_PROCESSED' } })
    expect(JSON.stringify(late)).not.toContain('redirectUrl')
  })

  it('asks the provider once when two calls come at the same time', async () => {
    const { requested, call } = await openCounted()
    const transactionId = await initiate(call, byPush)
    const answers = await Promise.all([1, 2, 3].map(() => call(processPayment, { data: { transactionId } })))
    expect(requested).toEqual([transactionId])
    const statuses = answers.map(({ body }) => (body.status === 'success' ? body.result.transactionStatus : 'failure'))
    expect(statuses.sort()).toEqual(['ALREADY_PROCESSED', 'ALREADY_PROCESSED', 'IN_PROCESS'])
  })

  it.each<[Refusal, number | string, string]>([
    ['insufficient_funds', 402, "Looks like you don't have sufficient balance"],
    ['invalid_user', 4001, 'Please enter valid Nyanja number'],
    ['wrong_pin', 1004, 'Please enter correct PIN'],
    ['refused', 402, 'Refused by the payment provider'],
  ])('reports a refusal by the provider: %s', async (reason, statusCode, message) => {
    const { call } = await open({ push: fakeGateway('push', { start: async () => ({ outcome: 'refused', reason }) }) })
    const transactionId = await initiate(call, byPush)
    const { status, body } = await call(processPayment, { data: { transactionId } })
    expect(status).toBe(402)
    expect(body).toEqual({
      statusCode,
      status: 'failure',
      message,
      result: { transactionId, transactionStatus: 'FAILED' },
    })
  })

  it('reports a payment in process when the provider is silent', async () => {
    const { call } = await open({
      card: fakeGateway('redirect', { start: () => Promise.reject(new Error('no answer')) }),
    })
    const transactionId = await initiate(call, byCard)
    expect(await call(processPayment, { data: { transactionId } })).toMatchObject({
      status: 200,
      body: { result: { transactionId, transactionStatus: 'IN_PROCESS' } },
    })
  })

  it('refuses a client other than the one that initiated the payment', async () => {
    const { call } = await open()
    const data = { transactionId: await initiate(call, byCard) }
    const other = await call(processPayment, { data }, { 'x-api-key': testKeys.kiosk })
    expect(other).toMatchObject({ status: 404, body: { statusCode: 404 } })
    expect(await call(processPayment, { data })).toMatchObject({ status: 200 })
  })

  it('prompts no wallet more than three times, however many payments were registered before', async () => {
    const { call } = await open()
    const ids = await Promise.all([1, 2, 3, 4].map(() => initiate(call, byPush)))
    const answers = []
    for (const transactionId of ids) answers.push(await call(processPayment, { data: { transactionId } }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[3]).toMatchObject({
      headers: { 'retry-after': '60' },
      body: { statusCode: 502, message: 'max limit exhausted, please try after sometime.' },
    })
    expect(await call(initiatePayment, { data: byPush })).toMatchObject({ status: 429, body: { statusCode: 502 } })
  })

  it.each([{}, { transactionId: '' }, { transactionId: 'a b' }, { transactionId: 12 }, { transactionId: ['x'] }])(
    'refuses %j',
    async (data) => {
      const { call } = await open()
      expect(await call(processPayment, { data })).toMatchObject({
        status: 400,
        body: { message: 'Invalid data.transactionId' },
      })
    },
  )

  it('answers 404 for an unknown transaction', async () => {
    const { call } = await open()
    expect(await call(processPayment, { data: { transactionId: 'X'.repeat(26) } })).toMatchObject({ status: 404 })
  })
})
