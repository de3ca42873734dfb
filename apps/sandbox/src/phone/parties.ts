import type { Party } from './fault-view.ts'

/** What the fault form suggests; a name that is missing here can be typed. */
export const parties: readonly Party[] = [
  { provider: 'bss', operations: ['topup', 'order'] },
  { provider: 'dpo', operations: ['createToken', 'verifyToken', 'callback'] },
  { provider: 'money', operations: ['collect', 'enquire', 'callback'] },
  { provider: 'smsc', operations: ['bind_transceiver', 'submit_sm', 'enquire_link', 'deliver_sm', 'handset'] },
]
