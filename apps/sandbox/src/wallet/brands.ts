export const brandIds = ['nyanja-money', 'smartcash'] as const

export type BrandId = (typeof brandIds)[number]

export interface Brand {
  readonly id: BrandId
  /** Its name on the wire. */
  readonly paymentMode: string
  /** Its name in a text. */
  readonly name: string
  readonly sender: string
  /** Under which the portal knows it, so that callbacks find their reader. */
  readonly gateway: string
  readonly wrongPin: 'wrong_pin_open' | 'wrong_pin_closed'
}

export const brands: Readonly<Record<BrandId, Brand>> = {
  'nyanja-money': {
    id: 'nyanja-money',
    paymentMode: 'NYANJA_MONEY',
    name: 'Nyanja Money',
    sender: 'NyanjaMoney',
    gateway: 'nyanja-money-pin',
    wrongPin: 'wrong_pin_open',
  },
  smartcash: {
    id: 'smartcash',
    paymentMode: 'KS',
    name: 'SmartCash',
    sender: 'SmartCash',
    gateway: 'smartcash',
    wrongPin: 'wrong_pin_closed',
  },
}

export function brandOf(paymentMode: string | undefined): Brand | undefined {
  return Object.values(brands).find((brand) => brand.paymentMode === paymentMode)
}
