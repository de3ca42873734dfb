import type { Party } from './fault-view.ts'

/** What the fault form suggests; a name that is missing here can be typed. */
export const parties: readonly Party[] = [
  {
    provider: 'bss',
    operations: ['topupBalance', 'adjustBalance', 'productOrder', 'payment', 'productOrder.read', 'event'],
  },
  { provider: 'dpo', operations: ['createToken', 'verifyToken', 'refundToken', 'page', 'callback'] },
  { provider: 'money', operations: ['token', 'user', 'collect', 'enquire', 'refund', 'callback'] },
  { provider: 'smsc', operations: ['bind_transceiver', 'submit_sm', 'enquire_link', 'deliver_sm', 'handset'] },
]
