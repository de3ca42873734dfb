import type { FillValues } from '@nyanja/domain/fill'
import type { Market } from './market.ts'

/** What every text may hold in braces: the market says it. */
export function contentConstants({ brand, currency, customerCareNumber, pinResetDial, contact }: Market): FillValues {
  const { elsewhereNumber, email, address, regulator, moneyDial } = contact
  return {
    brand,
    currency,
    careNumber: customerCareNumber,
    elsewhereNumber,
    careEmail: email,
    address,
    regulator,
    pinResetDial,
    moneyDial,
  }
}
