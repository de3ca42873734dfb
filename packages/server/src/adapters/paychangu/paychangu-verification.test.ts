import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { toVerificationResult } from './gateway.ts'

const paid = { tx_ref: 'TXN-1', reference: '26262633201', status: 'success', currency: 'MWK', amount: 1000 }
const over = (changes: object, status = 'success') => toVerificationResult({ status, data: { ...paid, ...changes } })

describe("PayChangu's answer about a payment", () => {
  it.each([
    ['success', 'captured'],
    ['failed', 'refused'],
    ['pending', 'pending'],
    ['processing', 'unknown'],
    ['SUCCESS', 'unknown'],
    ['toString', 'unknown'],
    [null, 'unknown'],
  ])('means for %s the state %s, with any envelope', (status, state) => {
    expect(over({ status }).state).toBe(state)
    expect(over({ status }, 'failed').state).toBe(state)
  })

  it.each([undefined, '', 'no JSON', [], {}, { status: 'success' }, { status: 'success', data: null }])(
    'is undecided for %j',
    (body) => {
      expect(toVerificationResult(body)).toEqual({ state: 'unknown' })
    },
  )

  it.each([
    [1000, 100_000],
    [2000.5, 200_050],
    ['1000.00', 100_000],
    ['10,000.00', 1_000_000],
    ['1,234,567.8', 123_456_780],
  ])('has an exact amount for %j', (amount, minor) => {
    expect(over({ amount })).toEqual({
      state: 'captured',
      attemptId: 'TXN-1',
      providerReference: '26262633201',
      amount: money('MWK', minor),
    })
  })

  it.each([{ amount: null }, { amount: '1,00' }, { amount: 0.001 }, { currency: 'MK' }, { tx_ref: '' }])(
    'needs a review as paid with %j',
    (changes) => {
      expect(over(changes).state).toBe('review')
    },
  )
})
