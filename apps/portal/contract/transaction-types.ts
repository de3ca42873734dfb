export interface TransactionType {
  readonly label: string
  /** What such a transaction buys, where it can be initiated here. */
  readonly buys?: 'airtime' | 'bundle' | 'bill' | 'invoice' | 'plan'
  readonly isForBroadband?: true
}

/** Every transaction type and the words that channels show for it. */
export const transactionTypes = {
  PREPAID_RECHARGE: { label: 'PREPAID RECHARGE', buys: 'airtime' },
  POSTPAID_BILL: { label: 'POSTPAID BILL PAYMENT', buys: 'bill' },
  PREPAID_BUNDLES: { label: 'BUNDLE PURCHASE', buys: 'bundle' },
  POSTPAID_BUNDLES: { label: 'BUNDLE PURCHASE', buys: 'bundle' },
  NYANJA_TV: { label: 'NyanjaTV' },
  BROADBAND_RECHARGE: { label: 'Broadband Recharge', buys: 'bundle', isForBroadband: true },
  BILL_PAYMENT: { label: 'BILL_PAYMENT', buys: 'invoice' },
  HYBRID_POSTPAID_CHECK: { label: 'HYBRID_POSTPAID_CHECK' },
  HBB_LEADS: { label: 'HBB_LEADS', buys: 'plan' },
} as const satisfies Record<string, TransactionType>

export type TransactionTypeCode = keyof typeof transactionTypes

export function isTransactionType(code: string): code is TransactionTypeCode {
  return Object.hasOwn(transactionTypes, code)
}
