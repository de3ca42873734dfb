import { describe, expect, it } from 'vitest'
import { paymentMethods, paymentModes } from './otp.ts'
import { StatusAsSent, TransactionStatus, transactionStatuses, transactionTypes } from './transaction.ts'

describe('the codes on the wire', () => {
  it('include the misspelt failure, which is read and never sent', () => {
    expect(StatusAsSent.parse('FALIURE')).toBe('FAILED')
    expect(StatusAsSent.parse('SUCCESS')).toBe('SUCCESS')
    expect(TransactionStatus.options).toEqual(Object.keys(transactionStatuses))
    expect(TransactionStatus.options).not.toContain('FALIURE')
  })

  it('include every mode that channels send', () => {
    for (const [method, { mode }] of Object.entries(paymentMethods)) expect(paymentModes[mode]).toBe(method)
  })

  it('have the labels that channels show', () => {
    expect(Object.values(transactionTypes).map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'PREPAID RECHARGE',
        'POSTPAID BILL PAYMENT',
        'BUNDLE PURCHASE',
        'NyanjaTV',
        'Broadband Recharge',
        'BILL_PAYMENT',
        'HYBRID_POSTPAID_CHECK',
      ]),
    )
  })
})
