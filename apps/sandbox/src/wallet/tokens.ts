import { Tokens } from '../core/tokens.ts'
import type { BrandId } from './brands.ts'

const bearerLifeMs = 300_000
const customerLifeMs = 600_000

/** Whose wallet a customer's token opens, and for which payment once one has been initiated with it. */
export interface CustomerGrant {
  readonly brand: BrandId
  readonly msisdn: string
  paymentId?: string
}

export const merchantTokens = (now: () => Date) => new Tokens<true>(now, bearerLifeMs)
export const customerTokens = (now: () => Date) => new Tokens<CustomerGrant>(now, customerLifeMs)
