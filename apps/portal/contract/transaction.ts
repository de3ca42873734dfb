import { z } from 'zod'
import { LineTypeCode } from './balance.ts'
import { type Operation, portalService, success, TransactionId } from './fields.ts'
import { gatewayNames, paymentModes } from './otp.ts'

/** Every status on the wire and its label in channels. */
export const transactionStatuses = {
  REQUEST_REGISTERED: 'In Processing',
  REQUEST_RAISED: 'In Processing',
  ALREADY_PROCESSED: 'In Processing',
  IN_PROCESS: 'In Processing',
  SUCCESS: 'Successful',
  FAILED: 'Unsuccessful',
} as const

export const TransactionStatus = z.enum([
  'REQUEST_REGISTERED',
  'REQUEST_RAISED',
  'ALREADY_PROCESSED',
  'IN_PROCESS',
  'SUCCESS',
  'FAILED',
])

/** Older channels write FALIURE, a misspelling; it is read and never sent. */
export const StatusAsSent = z.union([TransactionStatus, z.literal('FALIURE').transform(() => 'FAILED' as const)])

export interface TransactionType {
  readonly label: string
  /** What such a transaction buys, where it can be initiated here. */
  readonly buys?: 'airtime' | 'bundle' | 'bill' | 'invoice' | 'plan'
  readonly isForBroadband?: true
}

/** Every transaction type and its label in channels. */
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

const TransactionTypeText = z.string().meta({ enum: Object.keys(transactionTypes) })

/** Only the first four and the day remain after 90 days. */
const StatusResult = z.object({
  status: TransactionStatus,
  transactionStatus: TransactionStatus,
  transactionId: z.string().min(1),
  /** The reference is read over the phone; it opens nothing. */
  refTransactionId: z.string(),
  transactionDate: z.string(),
  transactionType: TransactionTypeText.optional(),
  paymentMode: z
    .string()
    .meta({ enum: Object.keys(paymentModes) })
    .optional(),
  paymentGateway: z
    .string()
    .meta({ enum: [gatewayNames] })
    .optional(),
  amount: z.number().optional(),
  currencyCode: z.string().optional(),
  /** The number is masked, as is `msisdn`. */
  mobileNumber: z.string().optional(),
  msisdn: z.string().optional(),
  accountId: z.string().optional(),
  invoiceNumber: z.string().optional(),
  statusReason: z.string().optional(),
  bundleDescription: z.string().optional(),
  /** The order for internet at home that was paid for. */
  metaInfo: z.object({ leadId: z.string() }).optional(),
})

export type StatusResult = z.infer<typeof StatusResult>

const common = { method: 'GET', failures: ['not_found'], isForClients: true, takesKey: false } as const

export const transactionStatus = {
  ...common,
  path: `${portalService}/transaction/v1/status`,
  summary: 'What became of a transaction',
  input: z.object({ tid: TransactionId }),
  answer: success(StatusResult),
} satisfies Operation

const BundleInfo = z.object({
  description: z.string(),
  data: z.number(),
  dataUnit: z.string(),
  amount: z.number(),
  lineType: LineTypeCode,
})

const InvoiceDetail = z.object({
  accountNo: z.string(),
  invoiceNo: z.string(),
  /** Days, as are the other two. */
  billingStartDate: z.string(),
  billingEndDate: z.string(),
  dueDate: z.string(),
})

const OrderData = z.object({
  transactionId: z.string().min(1),
  msisdn: z.string(),
  emailId: z.string().optional(),
  enableDualCurrency: z.boolean(),
  /** Units of airtime where two currencies are in use; then `usdAmount` is the price. */
  amount: z.number(),
  usdAmount: z.number().optional(),
  currency: z.string(),
  lineType: LineTypeCode,
  transactionType: TransactionTypeText,
  rechargeType: z.string(),
  productCode: z.string().optional(),
  description: z.string().optional(),
  data: z.number().optional(),
  dataUnit: z.string().optional(),
  bundleInfo: BundleInfo.optional(),
  invoiceDetail: z.array(InvoiceDetail).optional(),
  pgOptions: z.array(z.object({ paymentOpt: z.string() })),
  /** The page that the visitor came from, and how. */
  redirectPage: z.string(),
  flow: z.string().optional(),
})

export type OrderData = z.infer<typeof OrderData>

export const fetchTransaction = {
  ...common,
  path: `${portalService}/transaction/fetch`,
  summary: 'The order behind a transaction, with numbers masked',
  input: z.object({ txnId: TransactionId }),
  answer: success(OrderData),
} satisfies Operation
