import { PortalError } from '@nyanja/domain/errors'
import { expect, it } from 'vitest'
import type { FoundAddress, Geocoder } from '../places/addresses.ts'
import { createRememberedGeocoder } from './cached.ts'

const street: FoundAddress = { label: 'Hill Road, Hilltown', lat: -14, lng: 33.7, precision: 'street' }
const home = { street1: 'Hill Road 4', city: 'Hilltown' }

function open() {
  const clock = { now: 0 }
  const requested: string[] = []
  const reported = { isSilent: false }
  const answering = <Answer>(answer: Answer) => {
    if (reported.isSilent) throw new PortalError('provider_unreachable', 'no answer')
    return answer
  }
  const geocoder: Geocoder = {
    credit: '© Somebody',
    servesSearches: true,
    find: async ({ street1 = '' }, language) => {
      requested.push(`${language} ${street1}`)
      return answering([street])
    },
    reverse: async ({ lat }, language) => {
      requested.push(`${language} ${lat}`)
      return answering({ label: street.label, precision: street.precision })
    },
  }
  return { requested, clock, reported, remembered: createRememberedGeocoder(geocoder, () => clock.now) }
}

it('makes one request for equal addresses in any spelling', async () => {
  const { remembered, requested } = open()
  const answers = await Promise.all([remembered.find(home, 'en'), remembered.find(home, 'en')])
  answers.push(await remembered.find({ street1: ' hill ROAD 4', landmark: '', city: 'hilltown' }, 'en'))
  expect(answers).toEqual([[street], [street], [street]])
  expect(requested).toEqual(['en Hill Road 4'])
  expect(remembered).toMatchObject({ credit: '© Somebody', servesSearches: true })
})

it('distinguishes landmarks from streets, and languages from each other', async () => {
  const { remembered, requested } = open()
  await remembered.find(home, 'en')
  await remembered.find({ landmark: home.street1, city: home.city }, 'en')
  await remembered.find(home, 'sw')
  expect(requested).toHaveLength(3)
})

it('makes another request after a day, and immediately after a failure', async () => {
  const { remembered, requested, clock, reported } = open()
  await remembered.find(home, 'en')
  clock.now = 24 * 3600 * 1000 - 1
  await remembered.find(home, 'en')
  expect(requested).toHaveLength(1)
  clock.now += 1
  reported.isSilent = true
  await expect(remembered.find(home, 'en')).rejects.toThrow('no answer')
  reported.isSilent = false
  expect(await remembered.find(home, 'en')).toEqual([street])
  expect(requested).toHaveLength(3)
})

it('returns one name for points that are close to each other', async () => {
  const { remembered, requested } = open()
  const name = { label: street.label, precision: street.precision }
  expect(await remembered.reverse({ lat: -14.00001, lng: 33.7 }, 'en')).toEqual(name)
  expect(await remembered.reverse({ lat: -14.00002, lng: 33.7 }, 'en')).toEqual(name)
  await remembered.reverse({ lat: -14.001, lng: 33.7 }, 'en')
  expect(requested).toEqual(['en -14.00001', 'en -14.001'])
})
