import type { FillValues } from '@nyanja/domain/fill'
import type { Market } from './market.ts'

/** What every text may hold in braces: the market says it. */
export function contentConstants({ brand, currency, customerCareNumber, pinResetDial }: Market): FillValues {
  return { brand, currency, careNumber: customerCareNumber, pinResetDial }
}
