import { expect, it } from 'vitest'
import { sendHref } from './send-href.ts'

it.each([
  ['/prepaid-recharge', '/prepaid-recharge?sent'],
  ['/sw/prepaid-recharge?order=A&filter=sms', '/sw/prepaid-recharge?order=A&filter=sms&sent'],
  ['/prepaid-recharge?sent', '/prepaid-recharge'],
  ['/prepaid-recharge?order=A&sent', '/prepaid-recharge?order=A'],
  ['/prepaid-recharge?order=A&sent=', '/prepaid-recharge?order=A'],
  ['/prepaid-recharge?order=A&sent=&sent=', '/prepaid-recharge?order=A'],
])('sends the form of %s to another address of the same page', (here, there) => {
  expect(sendHref(here)).toBe(there)
})
