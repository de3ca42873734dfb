import { type ExampleMarket, type ExampleValues, toExampleValues } from './example-values.ts'
import { constants } from './product.ts'

export interface Example {
  /** The query of a GET, the body of a POST. */
  readonly request: object
  /** The whole body of a success. */
  readonly response: object
}

const success = (result: unknown) => ({ statusCode: 200, status: 'success', message: 'Success', result })

const transactionId = '4ACRNRH2GNJS0V3RYN'
const codeId = '7V8Q2ZK4M1XJ'
const uniqueCode = '3f0a9c1e5b7d'
const sealed = `${'QmFzZTY0'.repeat(42)}==`
const invoice = {
  accountNo: 'P1234567890',
  invoiceNo: 'INV-2026-0091',
  dueDate: '2026-11-15',
  billingStartDate: '2026-10-01',
  billingEndDate: '2026-10-31',
}
const pinKey = {
  keyId: 'wallet-2026-11',
  algorithm: 'RSA-OAEP-256',
  key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
  nonce: 'b7c1e2',
  walletTransactionId: 'W-20261120-1',
  expiresIn: 600,
}

type Examples = Readonly<Record<string, Example>>

/** One call of each operation as a channel of the market makes it, by the end of its path after the common part. */
export function createExamples(market: ExampleMarket): Examples {
  const values = toExampleValues(market)
  return {
    ...resourceExamples(market, values),
    ...subscriberExamples(values),
    ...transactionExamples(market, values),
    ...codeExamples(values),
    ...leadExamples(values),
    ...pageExamples(market, values),
  }
}

function resourceExamples(market: ExampleMarket, { town, currency }: ExampleValues): Examples {
  const {
    country,
    opco,
    numbers,
    amounts,
    enableAmPin,
    customerCareNumber,
    pinResetDial,
    paymentMaxTry,
    secondCurrency,
  } = market
  return {
    '/resource/v1/config': {
      request: { code: 'city-config' },
      response: success({ code: 'city-config', config: [{ cityName: town, hbbLeadFeasibility: true }] }),
    },
    '/resource/v1/get-product-config': {
      request: {},
      response: success({
        configData: {
          ...{
            preMinAmnt: amounts.prepaid.min,
            preMaxAmnt: amounts.prepaid.max,
            postMinAmnt: amounts.postpaid.min,
            postMaxAmnt: amounts.postpaid.max,
            payStackConfig: '{}',
          },
          ...{ beta: { amountToHigherValueFeature: false }, postpaidHybridCheck: true, enableAmPin },
          ...{ enableDualCurrency: secondCurrency !== undefined, customerCareNumber, pinResetDial, paymentMaxTry },
          ...constants,
          ...{ product: 'ORP', mode: 'PROD', country, countryCode: numbers.countryCode, currency, opco },
          ...{ mobileNumberLength: numbers.length, cardChannels: ['card'] },
          encryptionKeyDetails: { keyId: 'k1', algorithm: 'RSA-OAEP-256', key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' },
        },
      }),
    },
  }
}

function subscriberExamples({
  mobileNumber,
  otherNumber,
  maskedNumber,
  bill,
  currency,
  planPrice,
  price,
}: ExampleValues): Examples {
  return {
    '/subscriber/line-type': { request: { msisdn: mobileNumber }, response: success('PREPAID') },
    '/subscriber/v4/query-balance': {
      request: { data: { msisdn: mobileNumber, uniqueCode, serviceType: 'DATA' } },
      response: success([
        {
          ...{ serviceType: 'DATA', balanceDescription: 'Monthly 5GB', balanceType: 'LIMITED', balance: 3.4 },
          ...{ unitType: 'GB', expireTime: '2026-12-20T21:59:59Z' },
        },
      ]),
    },
    '/subscriber/v1/bill': { request: { msisdn: otherNumber, otpId: codeId }, response: success(bill) },
    '/subscriber/validate/msisdn-account': {
      request: { msisdn: otherNumber, accountNo: '1000234568' },
      response: success(bill),
    },
    '/subscriber/getopeninvoice': {
      request: { accountNo: 'P1234567890', contactPersonEmailId: 'thoko@example.com' },
      response: success({
        lineNumber: '1755001',
        contactPersonMsisdn: maskedNumber,
        response: { invoices: [{ ...invoice, currency, outstandingAmount: planPrice, invoiceStatus: 'OVERDUE' }] },
      }),
    },
    '/product/v1/bundle': {
      request: { data: { msisdn: mobileNumber } },
      response: success([
        {
          ...{ name: 'Weekly 2.6GB', category: 'Weekly', description: '2.6 GB for a week' },
          ...{ data: 2.6, dataUnit: 'GB', voice: 0, voiceUnit: '', sms: 0, validity: 7, validityUnit: 'DAYS' },
          ...{ periodType: 'Weekly', amount: price, currency, productCode: 'W-2600' },
          ...{ lineType: 'PREPAID', linetype: 'PREPAID' },
        },
      ]),
    },
  }
}

function transactionExamples({ secondCurrency }: ExampleMarket, values: ExampleValues): Examples {
  const { recharge, airtime, price, currency, countryCode, mobileNumber, maskedNumber } = values
  const card = { paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'dpo', giftMessage: 'Happy birthday, mum!' }
  const initiation = { ...recharge, ...airtime, ...card, countryCode, emailId: 'thoko@example.com' }
  const pinInitiation = { ...recharge, ...airtime, paymentMode: 'NYANJA_MONEY', paymentMobile: mobileNumber }
  const options = {
    request: { ...recharge, ...(airtime.unit !== undefined && { amount: airtime.unit }) },
    response: success({
      paymentOption: [
        { name: 'Airtime', type: 'AIRTIME', health: 'well' },
        { name: 'Card', type: 'PG', paymentGateway: 'dpo', health: 'well', usualSeconds: 40 },
        { name: 'Nyanja Money', type: 'AM', health: 'slow', usualSeconds: 25 },
      ],
    }),
  }
  return {
    '/transaction/v1/payment-options': options,
    '/transaction/payment-options': options,
    '/transaction/get/exchange/rate': {
      request: { fromCurrency: 'USD', toCurrency: secondCurrency ?? currency, amount: '5' },
      response: success({ convertedAmount: 14_250 }),
    },
    '/transaction/v1/initiate': {
      request: { data: initiation },
      response: success({ transactionId, amount: price, currencyCode: currency }),
    },
    '/transaction/v1/process': {
      request: { data: { transactionId, paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'dpo' } },
      response: success({
        transactionId,
        transactionStatus: 'REQUEST_RAISED',
        redirectUrl: 'https://pay.example/checkout/1',
      }),
    },
    '/transaction/v1/auth/initiate': {
      request: { data: pinInitiation },
      response: success({ transactionId, encryptionKeyDetails: pinKey, attemptsLeft: 5 }),
    },
    '/transaction/v1/auth/process': {
      request: { data: { transactionId, paymentMode: 'NYANJA_MONEY', amPin: sealed, keyId: pinKey.keyId } },
      response: success({ transactionId, transactionStatus: 'IN_PROCESS' }),
    },
    '/transaction/v1/status': {
      request: { tid: transactionId },
      response: success({
        ...{ status: 'SUCCESS', transactionStatus: 'SUCCESS', transactionId, refTransactionId: '4ACR NRH2' },
        ...{ transactionDate: '2026-11-20', transactionType: 'PREPAID_RECHARGE', paymentMode: 'NYANJA_MONEY_PUSH' },
        ...{ amount: price, currencyCode: currency, mobileNumber: maskedNumber, msisdn: maskedNumber },
      }),
    },
    '/transaction/fetch': {
      request: { txnId: transactionId },
      response: success({
        ...{
          transactionId,
          msisdn: maskedNumber,
          enableDualCurrency: secondCurrency !== undefined,
          amount: price,
          currency,
        },
        ...{ lineType: 'PREPAID', transactionType: 'PREPAID_RECHARGE', rechargeType: 'AIRTIME' },
        pgOptions: [{ paymentOpt: 'dpo' }],
        redirectPage: '/prepaid-recharge',
      }),
    },
  }
}

function codeExamples({ mobileNumber, otherNumber }: ExampleValues): Examples {
  return {
    '/otp/v1/send-otp': {
      request: { data: { text: otherNumber, otpAction: 'INVOICE' } },
      response: success({ otpId: codeId, resendAfter: 60 }),
    },
    '/otp/v1/resend-otp': {
      request: { data: { otpId: codeId } },
      response: success({ otpId: codeId, resendAfter: 60 }),
    },
    '/otp/v1/verify-otp': {
      request: { data: { otpId: codeId, otp: '123456' } },
      response: success({ otpId: codeId, uniqueCode }),
    },
    '/optimus/otp/send': {
      request: { data: { msisdn: mobileNumber, paymentMode: 'AIR_TIME' } },
      response: success({ refId: codeId, resendAfter: 60 }),
    },
    '/optimus/otp/resend': {
      request: { data: { refId: codeId } },
      response: success({ refId: codeId, resendAfter: 60 }),
    },
    '/optimus/otp/verify': {
      request: { data: { refId: codeId, otp: '123456' } },
      response: success({ refId: codeId, uniqueCode }),
    },
    '/verify-user': {
      request: { data: { refId: codeId, otp: '123456', paymentMode: 'NYANJA_MONEY' } },
      response: success({ tokenType: 'Bearer', accessToken: 'c2FtcGxlIHRva2Vu', expiresIn: 600 }),
    },
  }
}

function leadExamples({ mobileNumber, town, at, planPrice, currency }: ExampleValues): Examples {
  return {
    '/subscriber/v1/send-otp-hbb': {
      request: { msisdn: mobileNumber, requestType: 'HBB_MSISDN_CHECK', customerDetails: { fullName: 'Thoko Phiri' } },
      response: success({ refId: codeId, resendAfter: 60 }),
    },
    '/subscriber/v1/submit-lead': {
      request: {
        ...{ fullName: 'Thoko Phiri', contactNumber: mobileNumber, uniqueCode, source: 'WHATSAPP' },
        address: { street1: 'Sector 3, house 12', city: town, lat: at.latitude, lng: at.longitude },
        plan: { code: 'HOME-20', amount: String(planPrice), currency, description: 'Home 20 Mbit/s' },
        consent: { text: 'I agree that the operator calls me', at: '2026-11-20T12:00:00Z' },
      },
      response: success({ refLeadId: 'HBB-20261120-1', feasibility: 'FEASIBLE', trackId: 'trk-7V8Q2ZK4M1XJ' }),
    },
    '/subscriber/v1/track-lead': {
      request: { refLeadId: 'HBB-20261120-1', msisdn: mobileNumber },
      response: success({
        ...{ refLeadId: 'HBB-20261120-1', status: 'scheduled', scheduledFor: '2026-11-24T08:00:00Z' },
        plan: { code: 'HOME-20', description: 'Home 20 Mbit/s', amount: planPrice, currency },
        city: town,
        history: [{ status: 'received', at: '2026-11-20T12:00:00Z' }],
      }),
    },
  }
}

function pageExamples({ opco, customerCareNumber }: ExampleMarket, { town, at, fields }: ExampleValues): Examples {
  return {
    '/form/v2/save': {
      request: { data: { formName: 'contact', fields } },
      response: success({ reference: 'C-20261120-1' }),
    },
    '/webpage/activePackage': {
      request: { opco, pageUrl: '/loader-translation' },
      response: { statusCode: 200, status: 'success', data: { packageHtml: '{"wait":"Please wait"}' } },
    },
    '/webpage/getFaqs_pCategory': {
      request: { opco },
      response: {
        ...{ statusCode: 200, status: 'success' },
        data: [
          {
            ...{ questionId: 'buy-a-bundle', question: 'How do I buy a bundle?', answer: '<p>Open Bundles.</p>' },
            ...{ category: 'bundles-buy', parentCategory: 'bundles', href: '', popular: 'true' },
            countLikePercentage: 80,
          },
        ],
      },
    },
    '/webpage/likeCount': {
      request: { opco, questionId: 'buy-a-bundle', isLike: 'true' },
      response: {
        ...{ statusCode: 200, status: 'success' },
        data: { questionId: 'buy-a-bundle', countLikePercentage: 80 },
      },
    },
    '/maps/nyanjashopsbycoordinates': {
      request: { opco, ...at, distanceInKilometers: 10 },
      response: [
        {
          ...{
            shop: 's001',
            title: `${town} Mall`,
            phyLocation: 'Beside the post office',
            phNumber: customerCareNumber,
          },
          location: { latitue: at.latitude, longitude: at.longitude },
          ...{ distance: 0, selected: false, ...at },
        },
      ],
    },
  }
}

/** Finds the example of the operation at a path. */
export function findExample(examples: Examples, path: string): Example {
  const [, found] = Object.entries(examples).find(([ending]) => path.replace(/\/$/, '').endsWith(ending)) ?? []
  if (found === undefined) throw new Error(`There is no example of ${path}`)
  return found
}
