import type { RefundResult, Refusal, VerificationResult } from '../../payments/payment-gateway.ts'

/** The code of success: for `verifyToken` the payment is captured. */
export const paid = '000'
/** The code for more or less than the amount of the token. */
export const otherAmount = '002'

/**
 * The meaning of each code of `verifyToken`. A payment at the bank has an unknown state: only with 900 is it still up
 * to the customer.
 */
export const resultByCode: Readonly<Record<string, VerificationResult>> = {
  '001': { state: 'review', reason: 'dpo: authorised, not captured' },
  '003': { state: 'unknown' },
  '005': { state: 'unknown' },
  '007': { state: 'unknown' },
  '900': { state: 'pending' },
  '901': { state: 'refused', reason: 'declined' },
  '903': { state: 'refused', reason: 'expired' },
  '904': { state: 'refused', reason: 'cancelled_by_customer' },
}

/** The codes of `FraudAlert` that need a person, with the reason of the review. */
export const fraudReviewReasons: Readonly<Record<string, string>> = {
  '001': 'dpo: paid, fraud check asks for a person',
  '002': 'dpo: paid, blocked by the fraud check',
}

/** Codes of `createToken`. */
export const startRefusals: Readonly<Record<string, Refusal>> = {
  '904': 'unsupported_currency',
  '905': 'limit_exceeded',
  '906': 'limit_exceeded',
}

/** The code of `createToken` when the CompanyRef is that of a captured payment. */
export const alreadyPaid = '940'

/** Codes of `refundToken`. */
export const refundAnswers: Readonly<Record<string, RefundResult>> = { '000': 'refunded', '999': 'refused' }

/** Codes of `verifyRefund`. */
export const refundStates: Readonly<Record<string, RefundResult>> = {
  '000': 'refunded',
  '003': 'refunded',
  '008': 'refused',
  '009': 'pending',
}

/** Codes caused by the portal or its settings; they say nothing about the money. */
export const configurationErrorCodes = ['801', '802', '803', '804', '902', '922', '923', '930', '950', '960']

/** Codes about the company token and the request itself; with every other one DPO knows the merchant. */
export const credentialErrorCodes = ['801', '802', '803', '804']
