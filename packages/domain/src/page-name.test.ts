import { expect, it } from 'vitest'
import { pageName } from './page-name.ts'

it.each([
  ['/', 'homepage'],
  ['/sw', 'homepage'],
  ['/sw/', 'homepage'],
  ['/prepaid-recharge', 'MW_cw_prepaid_recharge'],
  ['/sw/prepaid-recharge', 'MW_cw_prepaid_recharge'],
  ['/storeLocator', 'MW_cw_storelocator'],
  ['/payment/start/nyanja-money', 'MW_cw_nyanja_money'],
  ['/give_your_feedback/', 'MW_cw_give_your_feedback'],
  // Whoever measures learns of no payment and of no link that pays.
  ['/payment/status/4ACRNRH2GNJS0V3RYNZK5Q8W1T', 'MW_cw_status'],
  ['/pay-me/7ZZZ1VDJ', 'MW_cw_pay_me'],
  ['/pay-me/ZVTQXKPN', 'MW_cw_pay_me'],
  ['/pay-me/aB3_x-9', 'MW_cw_pay_me'],
  ['/payment/status/12345', 'MW_cw_status'],
  ['/gethelp/a/get-4g', 'MW_cw_get_4g'],
])('calls %s %s', (pathname, name) => {
  expect(pageName('MW', pathname)).toBe(name)
})
