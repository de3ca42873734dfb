import type { Party } from './fault-view.ts'

/** What the fault form suggests; a name that is missing here can be typed. */
export const parties: readonly Party[] = [
  {
    provider: 'bss',
    operations: [
      'topupBalance',
      'adjustBalance',
      'productOrder',
      'payment',
      'productOrder.read',
      'customerBill.read',
      'salesLead',
      'salesLead.read',
      'checkServiceQualification',
      'event',
    ],
  },
  { provider: 'dpo', operations: ['createToken', 'verifyToken', 'refundToken', 'page', 'callback'] },
  { provider: 'money', operations: ['token', 'user', 'collect', 'enquire', 'refund', 'callback'] },
  { provider: 'mpesa', operations: ['session', 'c2b', 'query', 'reversal', 'callback'] },
  { provider: 'paystack', operations: ['initialize', 'verify', 'refund', 'page', 'callback'] },
  { provider: 'tingg', operations: ['token', 'express', 'query', 'acknowledge', 'refund', 'page', 'callback'] },
  { provider: 'uba', operations: ['register', 'verify', 'page', 'acs-return'] },
  { provider: 'paychangu', operations: ['payment', 'verify-payment', 'refund', 'page', 'callback'] },
  { provider: 'wallet', operations: ['token', 'otpSend', 'otpVerify', 'initiate', 'process', 'status', 'callback'] },
  { provider: 'rates', operations: ['rate'] },
  { provider: 'photon', operations: ['search', 'reverse'] },
  { provider: 'nominatim', operations: ['search', 'reverse'] },
  { provider: 'cms', operations: ['activePackage'] },
  { provider: 'smsc', operations: ['bind_transceiver', 'submit_sm', 'enquire_link', 'deliver_sm', 'handset'] },
]
