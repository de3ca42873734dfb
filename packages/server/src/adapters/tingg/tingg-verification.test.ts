import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { Queried } from './calls.ts'
import { toVerificationResult } from './gateway.ts'

const paid = {
  merchant_transaction_id: 'TXN-1',
  checkout_request_id: 99887766,
  request_amount: 1000,
  amount_paid: 1000,
  currency_code: 'MWK',
}
const over = (changes: object) => {
  const { results } = Queried.parse({ status: { status_code: 200 }, results: { ...paid, ...changes } })
  if (results === undefined) throw new Error('The query says nothing')
  return toVerificationResult(results)
}

describe("Tingg's answer about a request", () => {
  it.each([
    [178, 'captured'],
    [183, 'captured'],
    [129, 'refused'],
    [179, 'refused'],
    [180, 'refused'],
    [130, 'pending'],
    [99, 'pending'],
    [188, 'unknown'],
    [176, 'review'],
    [184, 'review'],
    [185, 'review'],
    [186, 'review'],
    [187, 'review'],
    [191, 'review'],
    [200, 'unknown'],
    [7, 'unknown'],
  ])('means for the status %i the state %s, as a number or a text', (code, state) => {
    expect(over({ request_status_code: code }).state).toBe(state)
    expect(over({ request_status_code: String(code) }).state).toBe(state)
  })

  it('means a fault of ours for the status 422', () => {
    expect(() => over({ request_status_code: 422 })).toThrow(/status 422/)
  })

  it('is a capture of the paid, not the requested amount', () => {
    expect(over({ request_status_code: '183', amount_paid: '2000.50', checkout_request_id: '7' })).toEqual({
      state: 'captured',
      attemptId: 'TXN-1',
      providerReference: '7',
      amount: money('MWK', 200_050),
    })
  })

  it('says what was received when it needs a review', () => {
    const received = money('MWK', 50_000)
    for (const code of [176, 184, 187])
      expect(over({ request_status_code: code, amount_paid: '500' })).toMatchObject({ state: 'review', received })
  })

  it.each([{ amount_paid: null }, { amount_paid: '1,000' }, { currency_code: 'MK' }, { merchant_transaction_id: '' }])(
    'needs a review when paid with %j',
    (changes) => {
      expect(over({ request_status_code: 183, ...changes }).state).toBe('review')
    },
  )
})
