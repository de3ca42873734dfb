import { computeTrackRecord, type RecentTry } from '@nyanja/domain/payments/method-health'
import { describe, expect, it } from 'vitest'
import pay from '../../content/en/orp-translation.json' with { type: 'json' }
import texts from '../../content/en/website-homepage-config.json' with { type: 'json' }
import { methodsNow, troubleWithPaying } from './home-payment-methods.ts'

const second = 1000
const now = Date.UTC(2026, 10, 20, 12)
const handedOverAt = now - 600 * second

const creditedIn = (seconds: number): RecentTry => ({
  state: 'captured',
  handedOverAt,
  creditedAt: handedOverAt + seconds * second,
  isRefunded: false,
})
const declined: RecentTry = { state: 'refused', refusal: 'declined', handedOverAt, isRefunded: false }
const candidate = (name: string, one: RecentTry, isAvailable = true) => ({
  name,
  standing: {
    isAvailable,
    record: computeTrackRecord(
      Array.from({ length: 20 }, () => one),
      now,
    ),
  },
})
const well = candidate('Card', creditedIn(10))
const slow = candidate('Airtime', creditedIn(400))
const sick = candidate('Mpesa', declined)
const away = candidate('SmartCash', declined, false)

const paying = { texts, careNumber: '300', href: '/service-status' }

describe('the first page', () => {
  it('shows no note while every method works', () => {
    expect(troubleWithPaying([well, well], paying)).toBeUndefined()
  })

  it.each([
    [slow, 'Airtime is slow right now.'],
    [sick, 'Mpesa is not working well right now.'],
    [away, 'SmartCash is not working right now.'],
  ])('names the methods in trouble, and that others work', (ill, heading) => {
    expect(troubleWithPaying([well, ill], paying)).toEqual({
      heading,
      text: 'Other ways to pay work as usual.',
      href: '/service-status',
    })
  })

  it('promises no other method when none works', () => {
    expect(troubleWithPaying([slow, away], paying)).toMatchObject({
      heading: 'Airtime is slow right now. SmartCash is not working right now.',
      text: '',
    })
  })

  it.each([[[away]], [[]]])('reports that no payment is possible', (candidates) => {
    expect(troubleWithPaying(candidates, paying)).toMatchObject({
      heading: 'Nobody can pay here right now.',
      text: 'Please try again later, or call 300.',
    })
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no database'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('opens even when the database %s', async (_, openPaymentOptions) => {
    const methodRecords: Parameters<typeof methodsNow>[0]['methodRecords'] = Object.create(null)
    expect(await methodsNow({ openPaymentOptions, methodRecords }, pay)).toBeUndefined()
  })
})
