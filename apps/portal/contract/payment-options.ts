import { z } from 'zod'
import { codeText, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { cardGatewayNames, optionCodes } from './payment-codes.ts'
import { transactionTypes } from './transaction-types.ts'

const PaymentOption = z.object({
  name: z.string(),
  type: z.string().meta({ enum: Object.keys(optionCodes) }),
  /** Of a card option; sent back with initiate, where the market has several. */
  paymentGateway: z
    .string()
    .meta({ enum: [cardGatewayNames] })
    .optional(),
  /** From what became of the payments of the last minutes. */
  health: z.enum(['well', 'slow', 'failing']),
  /** From paying to having what was paid for; absent while nobody knows. */
  usualSeconds: z.int().optional(),
})

const common = {
  method: 'POST',
  summary: 'Ways to pay, sorted by name',
  input: z.strictObject({
    amount: OptionalText.describe(
      'Units in a market that sells airtime so, where airtime is bought or no transaction type says else; otherwise a sum in the currency of prices',
    ),
    currencyCode: OptionalText.describe('In which it would be charged'),
    mobileNumber: OptionalText,
    subscriberType: OptionalText.describe('If any, the line type of the number'),
    rechargeType: OptionalText.describe('If any, a transaction type, its label or a line type'),
    transactionType: codeText(Object.keys(transactionTypes)),
  }),
  answer: success(z.object({ paymentOption: z.array(PaymentOption) })),
  failures: [
    'invalid_number',
    'too_many_requests',
    'invalid_amount',
    'type_unavailable',
    'currency_differs',
    'below_minimum',
    'above_maximum',
    'provider_unreachable',
  ],
  isForClients: true,
  takesKey: false,
} as const

export const paymentOptions = {
  ...common,
  path: `${portalService}/transaction/v1/payment-options`,
} satisfies Operation

export const paymentOptionsUnversioned = {
  ...common,
  path: `${portalService}/transaction/payment-options`,
} satisfies Operation
