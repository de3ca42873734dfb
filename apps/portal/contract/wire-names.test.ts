import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lineTypeCheck, queryBalance } from './balance.ts'
import { openInvoices } from './bill.ts'
import type { Operation } from './fields.ts'
import { resendOtp, resendPaymentOtp, sendOtp, sendPaymentOtp, verifyOtp, verifyPaymentOtp } from './otp.ts'
import { initiatePayment, paymentOptions, paymentOptionsUnversioned, processPayment } from './payment.ts'
import { authInitiate, authProcess, verifyUser } from './pin-payment.ts'
import { bundles, exchangeRate } from './product.ts'
import { fetchTransaction, transactionStatus } from './transaction.ts'

const service = '/orp/bfe/api/portal-service'

interface Names {
  readonly path: string
  /** The names as the specification lists them; a name after a `+` is the portal's own. */
  readonly payload: string
  /** Absent where it is no object, or a list. */
  readonly result?: string
}

const initiated = 'transactionId +amount +currencyCode'
const sentCode = 'otpId +resendAfter'
const sentPaymentCode = 'refId +resendAfter'
const order = `+transactionId msisdn emailId enableDualCurrency amount usdAmount currency lineType transactionType rechargeType
  productCode description data dataUnit bundleInfo invoiceDetail pgOptions redirectPage flow`

const initiating = `data.amount data.countryCode data.emailId data.mobileNumber data.currencyCode data.productCode
  data.paymentGateway data.transactionType data.unit data.loggedInNumber data.accountId data.invoiceNumber
  data.accountType data.paymentMode data.paymentMobile data.uniqueCode data.txnId +data.payAhead
  +data.giftMessage`
const processing = `data.transactionId data.isSubscriberRequest data.paymentGateway data.paymentMode data.proccessFlag
  data.accountId data.accountType data.paymentMobile`

const rows: readonly (readonly [Operation, Names])[] = [
  [lineTypeCheck, { path: '/subscriber/line-type', payload: 'msisdn checkIfBroadband requestType' }],
  [
    openInvoices,
    {
      path: '/subscriber/getopeninvoice',
      payload: 'accountNo contactPersonEmailId',
      result: 'lineNumber contactPersonMsisdn response',
    },
  ],
  [
    queryBalance,
    {
      path: '/subscriber/v4/query-balance',
      payload: 'data.msisdn data.uniqueCode data.serviceType data.requestType +data.solution',
    },
  ],
  [bundles, { path: '/product/v1/bundle', payload: 'data.msisdn data.lineType data.serviceType' }],
  ...[paymentOptions, paymentOptionsUnversioned].map(
    (operation) =>
      [
        operation,
        {
          path: operation.path.includes('v1') ? '/transaction/v1/payment-options' : '/transaction/payment-options',
          payload: 'amount mobileNumber subscriberType rechargeType transactionType +currencyCode',
          result: 'paymentOption',
        },
      ] as const,
  ),
  [
    exchangeRate,
    { path: '/transaction/get/exchange/rate', payload: 'fromCurrency toCurrency amount', result: 'convertedAmount' },
  ],
  [
    initiatePayment,
    {
      path: '/transaction/v1/initiate',
      payload: initiating,
      result: initiated,
    },
  ],
  [
    processPayment,
    {
      path: '/transaction/v1/process',
      payload: processing,
      result: 'redirectUrl transactionId +transactionStatus',
    },
  ],
  [
    transactionStatus,
    {
      path: '/transaction/v1/status',
      payload: 'tid',
      result: `status transactionStatus transactionId refTransactionId transactionType paymentMode paymentGateway amount
        currencyCode mobileNumber msisdn accountId invoiceNumber statusReason bundleDescription metaInfo +transactionDate`,
    },
  ],
  [fetchTransaction, { path: '/transaction/fetch', payload: 'txnId', result: order }],
  [
    sendOtp,
    { path: '/otp/v1/send-otp', payload: 'data.text data.text1 data.otpAction +data.solution', result: sentCode },
  ],
  [resendOtp, { path: '/otp/v1/resend-otp', payload: 'data.otpId +data.solution', result: sentCode }],
  [verifyOtp, { path: '/otp/v1/verify-otp', payload: 'data.otp data.otpId +data.keyId', result: 'otpId uniqueCode' }],
  [
    sendPaymentOtp,
    { path: '/optimus/otp/send', payload: 'data.msisdn data.paymentMode +data.solution', result: sentPaymentCode },
  ],
  [resendPaymentOtp, { path: '/optimus/otp/resend', payload: 'data.refId +data.solution', result: sentPaymentCode }],
  [
    verifyPaymentOtp,
    {
      path: '/optimus/otp/verify',
      payload: 'data.refId data.otp data.username data.paymentMode +data.keyId',
      result: 'refId uniqueCode',
    },
  ],
  [
    authInitiate,
    {
      path: '/transaction/v1/auth/initiate',
      payload: initiating,
      result: 'transactionId encryptionKeyDetails +attemptsLeft',
    },
  ],
  [
    authProcess,
    {
      path: '/transaction/v1/auth/process',
      payload: `${processing} data.amPin +data.keyId`,
      result: 'transactionId +transactionStatus',
    },
  ],
]

const Shape = z.object({ properties: z.record(z.string(), z.unknown()) })

function membersOf(schema: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(Shape.safeParse(schema).data?.properties ?? {})
}

/** Lists the names of a query or a body, with those below `data` written as `data.…`. */
function namesIn(schema: z.ZodType, io: 'input' | 'output'): readonly string[] {
  return membersOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).flatMap(([name, member]) => {
    const below = name === 'data' ? membersOf(member) : []
    return below.length > 0 ? below.map(([inner]) => `data.${inner}`) : [name]
  })
}

function namesOfResult({ answer }: Operation): readonly string[] {
  const envelope = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' })
  const [, result] = membersOf(envelope).find(([name]) => name === 'result') ?? []
  return membersOf(result).map(([name]) => name)
}

const listed = (names: string) =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => name.replace('+', ''))
    .sort()

describe('the token for payments by PIN', () => {
  it('is returned where the specification has it, outside the portal service', () => {
    expect(verifyUser.path).toBe('/auth/bfe/api/portal-service/otp/v1/verify-user')
    const payload = 'data.refId data.otp data.username data.paymentMode +data.keyId'
    expect([...namesIn(verifyUser.input, 'input')].sort()).toEqual(listed(payload))
    expect(namesOfResult(verifyUser)).toEqual(['tokenType', 'accessToken', 'expiresIn'])
  })
})

describe.each(rows)('$path', (operation, { path, payload, result }) => {
  it('is at the path of the specification', () => {
    expect(operation.path).toBe(`${service}${path}`)
  })

  it('accepts the members that the specification lists', () => {
    expect([...namesIn(operation.input, 'input')].sort()).toEqual(listed(payload))
  })

  it('answers with the members that the specification lists', () => {
    expect([...namesOfResult(operation)].sort()).toEqual(listed(result ?? ''))
  })

  it('answers in the envelope', () => {
    expect(namesIn(operation.answer, 'output')).toEqual(['statusCode', 'status', 'message', 'result'])
  })
})
