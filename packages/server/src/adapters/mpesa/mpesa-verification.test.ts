import { describe, expect, it } from 'vitest'
import type { MpesaAnswer } from './calls.ts'
import { toVerificationResult } from './gateway.ts'

const ok = (fields: object): MpesaAnswer => ({
  ok: true,
  status: 200,
  value: { output_ResponseCode: 'INS-0', ...fields },
  headers: new Headers(),
})
const refusedWith = (output_ResponseCode: string, status = 400): MpesaAnswer => ({
  ok: false,
  status,
  error: { output_ResponseCode },
})

describe('the answer of an M-Pesa query', () => {
  it('is a capture with the transaction\'s id when it says "Completed"', () => {
    const answer = ok({ output_ResponseTransactionStatus: 'Completed', output_OriginalTransactionID: '8HN3K27QZP' })
    expect(toVerificationResult(answer, 'TXN1')).toEqual({
      state: 'captured',
      attemptId: 'TXN1',
      providerReference: '8HN3K27QZP',
    })
  })

  it.each([undefined, '', 'N/A'])('needs a review when it names the paid transaction %j', (id) => {
    const answer = ok({ output_ResponseTransactionStatus: 'Completed', output_OriginalTransactionID: id })
    expect(toVerificationResult(answer, 'TXN1').state).toBe('review')
  })

  it.each([
    ['Cancelled', { state: 'refused', reason: 'cancelled_by_customer' }],
    ['Expired', { state: 'refused', reason: 'expired' }],
    ['N/A', { state: 'pending' }],
    ['Pending', { state: 'unknown' }],
    [undefined, { state: 'unknown' }],
  ])('has the status %j', (status, result) => {
    expect(toVerificationResult(ok({ output_ResponseTransactionStatus: status }), 'TXN1')).toEqual(result)
  })

  it.each([
    [refusedWith('INS-5', 401), { state: 'refused', reason: 'cancelled_by_customer' }],
    [refusedWith('INS-2006', 422), { state: 'refused', reason: 'insufficient_funds' }],
    [refusedWith('INS-2051'), { state: 'refused', reason: 'invalid_user' }],
    [refusedWith('INS-6', 401), { state: 'unknown' }],
    [refusedWith('INS-10', 409), { state: 'unknown' }],
    [refusedWith('INS-23'), { state: 'unknown' }],
    [refusedWith('INS-4711'), { state: 'unknown' }],
    [ok({ output_ResponseCode: 'INS-1' }), { state: 'unknown' }],
  ])('is handled without a status: %j', (answer, result) => {
    expect(toVerificationResult(answer, 'TXN1')).toEqual(result)
  })

  it.each(['INS-2', 'INS-4', 'INS-13', 'INS-20', 'INS-26', 'INS-2001'])(
    'throws for %s, which says nothing about the payment',
    (code) => {
      expect(() => toVerificationResult(refusedWith(code), 'TXN1')).toThrow(code)
    },
  )
})
