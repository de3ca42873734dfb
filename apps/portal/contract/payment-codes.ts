/** How each method is called on the wire: `type` is the option code, `mode` the payment mode. */
export const paymentMethods = {
  card: { type: 'PG', name: 'Card', mode: 'PAYMENT_GATEWAY' },
  nyanja_money: { type: 'AM', name: '{product} Money', mode: 'NYANJA_MONEY_PUSH' },
  nyanja_money_pin: { type: 'NYANJA_MONEY', name: '{product} Money PIN', mode: 'NYANJA_MONEY' },
  airtime: { type: 'AIRTIME', name: 'Airtime', mode: 'AIR_TIME' },
  smartcash: { type: 'SMARTCASH_SECURE', name: 'SmartCash', mode: 'KS' },
  mpesa: { type: 'MPESA', name: 'Mpesa', mode: 'MPESA' },
} as const

export type PaymentMethod = keyof typeof paymentMethods

/** Every payment mode that a channel may send. */
export const paymentModes = {
  PAYMENT_GATEWAY: 'card',
  NYANJA_MONEY: 'nyanja_money_pin',
  NYANJA_MONEY_PUSH: 'nyanja_money',
  AIR_TIME: 'airtime',
  HBB_AIRTIME: 'airtime',
  KS: 'smartcash',
  MPESA: 'mpesa',
} as const satisfies Record<string, PaymentMethod>

/** A payment mode that says what is paid for: then the gateway says how, and a card pays where none is named. */
export const leadMode = 'HBB_LEADS'

/** Every option code that a channel may send in place of a mode. */
export const optionCodes = {
  PG: 'card',
  AM: 'nyanja_money',
  NYANJA_MONEY: 'nyanja_money_pin',
  AIRTIME: 'airtime',
  SMARTCASH_SECURE: 'smartcash',
  MPESA: 'mpesa',
} as const satisfies Record<string, PaymentMethod>

/** Stands for the names of all card gateways, which the portal fills in. */
export const cardGatewayNames = '{cardGateways}'

/** What a channel may send as its payment mode. */
export const sentModes = [...new Set([...Object.keys(paymentModes), ...Object.keys(optionCodes), leadMode])]

/** What a channel may send as its gateway. */
export const sentGateways = [cardGatewayNames, ...Object.keys(optionCodes)]

/** Ways to pay on a card gateway's own page. */
export const cardChannels = ['ussd', 'bank', 'card', 'mobile_money', 'bank_transfer', 'qr'] as const
