import { money } from '@nyanja/domain/money/money'
import type { Attempt } from '../payments/attempt.ts'
import type { PlacedOrder } from '../payments/orders.ts'

const amount = money('MWK', 200_000)

/** An order of airtime for a prepaid line. */
export const testOrder: PlacedOrder = {
  id: 'O1',
  channel: 'web',
  language: 'en',
  msisdn: '991234567',
  lineType: 'PREPAID',
  choice: { kind: 'airtime', amount },
  redirectPage: '/prepaid-recharge',
  createdAt: 0,
  expiresAt: 1,
}

/** An attempt that waits for the payer at a hosted page. */
export const testAttempt: Attempt = {
  id: 'T1',
  orderId: testOrder.id,
  reference: 'NYA-7K4P-29XD',
  method: 'card',
  gateway: 'dpo',
  checkoutType: 'redirect',
  state: 'waiting',
  amount,
  payerMsisdn: testOrder.msisdn,
  returnToken: 'r',
  paysOrder: false,
  checks: 0,
  createdAt: 0,
  expiresAt: 1,
}
