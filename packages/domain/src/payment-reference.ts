import { readReference } from './reference.ts'

/** `NYA`: the references of an operator's payments begin with its brand. */
export const paymentReferenceStart = (brand: string): string => brand.slice(0, 3).toUpperCase()

export const readPaymentReference = (typed: string, brand: string): string | undefined =>
  readReference(typed, paymentReferenceStart(brand))
