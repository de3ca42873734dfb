import type { FillValues } from '@nyanja/domain/texts/fill'
import type { Market } from './market.ts'

/** What every text may hold in braces: the market says it. */
export function contentConstants({ brand, currency, numbers, contact, ...market }: Market): FillValues {
  const { elsewhereNumber, email, address, regulator, moneyDial } = contact
  return {
    brand,
    currency,
    countryCode: numbers.countryCode,
    numberLength: numbers.length,
    careNumber: market.customerCareNumber,
    elsewhereNumber,
    careEmail: email,
    address,
    regulator,
    pinResetDial: market.pinResetDial,
    moneyDial,
  }
}
