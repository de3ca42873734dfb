import { durationText } from '@nyanja/web/format/clock'
import { expect, it } from 'vitest'

const texts = { secondOne: '1 second', seconds: '{count} seconds', minutes: '{count} minutes' }
const second = 1000
const minute = 60 * second

it.each([
  [0, '1 second'],
  [400, '1 second'],
  [second, '1 second'],
  [second + 1, '2 seconds'],
  [90 * second, '90 seconds'],
  [91 * second, '2 minutes'],
  [3 * minute + 1, '4 minutes'],
  [120 * minute, '120 minutes'],
])('writes %i ms as %s', (ms, text) => {
  expect(durationText(ms, texts)).toBe(text)
})

it('counts hours where the page has a word for them', () => {
  const withHours = { ...texts, hours: '{count} hours' }
  expect(durationText(90 * minute, withHours)).toBe('90 minutes')
  expect(durationText(91 * minute, withHours)).toBe('2 hours')
})
