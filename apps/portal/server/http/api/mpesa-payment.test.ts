import type { VerificationResult } from '@nyanja/server/payments/payment-gateway'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, fakeGateway, type TestApp, testLines } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

/** A wallet of another network. */
const wallet = '881234567'
const purchase = { amount: 200, mobileNumber: testLines.prepaid, paymentMobile: wallet, paymentMode: 'MPESA' }

let test: TestApp
let call: Caller
let verify: (id: string) => VerificationResult
const prompted: string[] = []

beforeEach(async () => {
  verify = () => ({ state: 'pending' })
  prompted.splice(0)
  test = await createTestApp({
    push: fakeGateway('push', {
      start: async ({ payerMsisdn }) => {
        prompted.push(payerMsisdn)
        return { outcome: 'waiting' }
      },
      verify: async ({ id }) => verify(id),
    }),
  })
  call = callerOf(test)
})
afterEach(() => test.close())

async function begun(data: object = {}): Promise<string> {
  const { body } = await call(initiatePayment, { data: { ...purchase, ...data } })
  if (body.status !== 'success') throw new Error(body.message)
  const { transactionId } = body.result
  const processed = await call(processPayment, {
    data: { transactionId, paymentMode: 'MPESA', paymentMobile: wallet, ...data },
  })
  expect(processed.body).toMatchObject({ result: { transactionId, transactionStatus: 'IN_PROCESS' } })
  return transactionId
}

/** Polls as a channel does: every ten seconds while the payment is in process. */
async function polled(tid: string): Promise<string> {
  test.clock.ms += 10_000
  await test.doDueWork()
  const { body } = await call(transactionStatus, { tid })
  return body.status === 'success' ? body.result.status : body.message
}

describe('paying with M-Pesa from another channel', () => {
  it('prompts a wallet of any network, and is polled until it is paid and delivered', async () => {
    const tid = await begun()
    expect(prompted).toEqual([wallet])
    expect(await polled(tid)).toBe('IN_PROCESS')
    expect(await polled(tid)).toBe('IN_PROCESS')
    verify = (attemptId) => ({ state: 'captured', attemptId })
    expect(await polled(tid)).toBe('SUCCESS')
    const { body } = await call(transactionStatus, { tid })
    expect(body).toMatchObject({ result: { paymentMode: 'MPESA', paymentGateway: 'mpesa', amount: 200 } })
    expect(JSON.stringify(body)).not.toContain(wallet)
  })

  it('prompts the recharged line when the call names no number', async () => {
    await begun({ paymentMobile: undefined })
    expect(prompted).toEqual([testLines.prepaid])
  })

  it('reports why the customer refused on the handset', async () => {
    const tid = await begun()
    verify = () => ({ state: 'refused', reason: 'cancelled_by_customer' })
    expect(await polled(tid)).toBe('FAILED')
    expect((await call(transactionStatus, { tid })).body).toMatchObject({
      message: 'Unsuccessful',
      result: { statusReason: 'Cancelled by the customer' },
    })
  })

  it.each(['12', 'wallet', '88 123 456 789'])('refuses the wallet %j', async (paymentMobile) => {
    expect(await call(initiatePayment, { data: { ...purchase, paymentMobile } })).toMatchObject({
      status: 400,
      body: { message: 'Please enter valid Nyanja number' },
    })
  })
})
