import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { Registered, Text, toVerificationResult } from './gateway.ts'

const amount = money('MWK', 200_050)
const attempt = { id: 'TXN1', amount, providerReference: 'CIPG-1/1000' }
const at = (now: number) => ({ paymentWindowMs: 60_000, now: () => now })

describe('a verification text', () => {
  it.each(['Approved Transaction', ' Approved Transaction ;', 'Approved Transaction;00;TXN1;454'])(
    'is a capture without an amount: %j',
    (text) => {
      expect(toVerificationResult(text, attempt, at(2000))).toEqual({
        state: 'captured',
        attemptId: 'TXN1',
        providerReference: 'CIPG-1/1000',
      })
    },
  )

  it.each(['Approved Transaction;2000.50', 'Approved Transaction;TXN1;15.00;2000.50;MWK'])(
    'is a capture with its amount: %j',
    (text) => {
      expect(toVerificationResult(text, attempt, at(2000))).toMatchObject({ state: 'captured', amount })
    },
  )

  it('needs a review with another amount, which is what was received', () => {
    const received = money('MWK', 200_150)
    const result = toVerificationResult('Approved Transaction;2001.50', attempt, at(2000))
    expect(result).toMatchObject({ state: 'review', received })
  })

  it('does not say what was received when it has two other amounts', () => {
    const result = toVerificationResult('Approved Transaction;2001.50;15.00', attempt, at(2000))
    expect(result).toEqual({ state: 'review', reason: 'uba: paid, but not this amount' })
  })

  it.each([
    'Declined Transaction;05',
    'Pending Transaction',
    'Not Approved Transaction',
    'Approved Transactions',
    'approved transaction',
    'Error;Approved Transaction',
  ])('is final only after the window: %j', (text) => {
    expect(toVerificationResult(text, attempt, at(60_999))).toEqual({ state: 'pending' })
    expect(toVerificationResult(text, attempt, at(61_000))).toEqual({ state: 'refused', reason: 'expired' })
  })

  it.each([undefined, 'CIPG-1', 'CIPG-1/x', '/1000'])('is never final without a known window: %j', (reference) => {
    const lost = { id: 'TXN1', amount, ...(reference !== undefined && { providerReference: reference }) }
    expect(toVerificationResult('Declined Transaction', lost, at(Number.MAX_SAFE_INTEGER))).toEqual({
      state: 'unknown',
    })
  })
})

describe('a registration answer', () => {
  it.each(['CIPG-261120-48201733054', ' 7f2d3c1e-5b64\r\n'])('contains an id: %j', (text) => {
    expect(Registered.parse(text)).toEqual({ transactionId: text.trim() })
  })

  it('is a refusal when it contains a space', () => {
    expect(Registered.parse('Invalid merchant\n')).toEqual({ refusal: 'Invalid merchant' })
  })

  it.each(['', ' ', 'id_1', 'a/b', '<html><body>Sorry, not now</body></html>', 'CIPG-1\u0000{"<'])(
    'is neither: %j',
    (text) => {
      expect(Registered.safeParse(text).success).toBe(false)
    },
  )

  it.each(['<html>Approved Transaction</html>', 'Approved Transaction\u0000{"<garbage', '', undefined])(
    'verifies nothing: %j',
    (text) => {
      expect(Text.safeParse(text).success).toBe(false)
    },
  )
})
