import { money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import type { PaymentRequest } from '../../payments/payment-gateway.ts'
import { registerFields } from './gateway.ts'

const request: PaymentRequest = {
  id: 'TXN1',
  amount: money('MWK', 100_000),
  description: 'Airtime recharge',
  payerMsisdn: '999000001',
  returnUrl: 'https://portal.example/return',
  cancelUrl: 'https://portal.example/return',
  expiresAt: 0,
}

const fieldsAt = (time: string, timeZone = 'Africa/Blantyre') =>
  Object.fromEntries(
    registerFields(request, {
      baseUrl: '',
      merchantId: 'M1',
      serviceKey: 'K1',
      currencies: ['MWK'],
      countryCode: '265',
      fallbackMsisdn: '265999000000',
      timeZone,
      now: () => Date.parse(time),
    }),
  )

it('names every field as the bank spells it', () => {
  expect(fieldsAt('2026-11-20T10:05:09Z')).toEqual({
    merchantId: 'M1',
    serviceKey: 'K1',
    description: 'Airtime recharge',
    total: '1000.00',
    date: '20/11/2026 12:05:09',
    countryCurrencyCode: '454',
    noOfItems: '1',
    customerFirstName: 'Mobile',
    customerLastname: 'Customer',
    customerEmail: '',
    customerPhoneNumber: '265999000001',
    referenceNumber: 'TXN1',
  })
})

it.each([
  ['2026-11-20T22:30:00Z', 'Africa/Blantyre', '21/11/2026 00:30:00'],
  ['2026-11-20T23:30:00Z', 'Africa/Lagos', '21/11/2026 00:30:00'],
])('writes the time %s in %s', (time, zone, date) => {
  expect(fieldsAt(time, zone).date).toBe(date)
})
