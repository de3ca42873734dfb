import { constants } from './resource.ts'

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
const mobileNumber = '991234567'
const sealed = `${'QmFzZTY0'.repeat(42)}==`
const invoice = {
  accountNo: 'P1234567890',
  invoiceNo: 'INV-2026-0091',
  dueDate: '2026-11-15',
  billingStartDate: '2026-10-01',
  billingEndDate: '2026-10-31',
}

const initiation = {
  amount: '1000',
  mobileNumber,
  currencyCode: 'MWK',
  countryCode: 'MW',
  transactionType: 'PREPAID_RECHARGE',
  paymentMode: 'PAYMENT_GATEWAY',
  paymentGateway: 'dpo',
  emailId: 'thoko@example.com',
}
const pinInitiation = {
  ...{ amount: '1000', mobileNumber, currencyCode: 'MWK', transactionType: 'PREPAID_RECHARGE' },
  ...{ paymentMode: 'NYANJA_MONEY', paymentMobile: mobileNumber },
}
const pinKey = {
  keyId: 'wallet-2026-11',
  algorithm: 'RSA-OAEP-256',
  key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
  nonce: 'b7c1e2',
  walletTransactionId: 'W-20261120-1',
  expiresIn: 600,
}
const bill = { accountNo: '1000234568', totalOutstanding: 18_250.75, currency: 'MWK' }
const options = {
  request: { amount: '1000', currencyCode: 'MWK', mobileNumber, transactionType: 'PREPAID_RECHARGE' },
  response: success({
    paymentOption: [
      { name: 'Airtime', type: 'AIRTIME', health: 'well' },
      { name: 'Card', type: 'PG', paymentGateway: 'dpo', health: 'well', usualSeconds: 40 },
      { name: 'Nyanja Money', type: 'AM', health: 'slow', usualSeconds: 25 },
    ],
  }),
}

/** One call of each operation as a channel makes it, by what follows the last part that all paths have. */
export const examples: Readonly<Record<string, Example>> = {
  '/resource/v1/config': {
    request: { code: 'city-config' },
    response: success({ code: 'city-config', config: [{ cityName: 'Lilongwe', hbbLeadFeasibility: true }] }),
  },
  '/resource/v1/get-product-config': {
    request: {},
    response: success({
      configData: {
        ...{ preMinAmnt: 50, preMaxAmnt: 100_000, postMinAmnt: 50, postMaxAmnt: 500_000, payStackConfig: '{}' },
        ...{ beta: { amountToHigherValueFeature: false }, postpaidHybridCheck: true, enableAmPin: true },
        ...{ enableDualCurrency: false, customerCareNumber: '300', pinResetDial: '*115#', paymentMaxTry: 5 },
        ...constants,
        ...{ product: 'ORP', mode: 'PROD', country: 'MW', countryCode: '265', currency: 'MWK', opco: 'MW' },
        ...{ mobileNumberLength: 9, cardChannels: ['card'] },
        encryptionKeyDetails: { keyId: 'k1', algorithm: 'RSA-OAEP-256', key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' },
      },
    }),
  },
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
  '/subscriber/v1/bill': { request: { msisdn: '991234568', otpId: codeId }, response: success(bill) },
  '/subscriber/validate/msisdn-account': {
    request: { msisdn: '991234568', accountNo: '1000234568' },
    response: success(bill),
  },
  '/subscriber/getopeninvoice': {
    request: { accountNo: 'P1234567890', contactPersonEmailId: 'thoko@example.com' },
    response: success({
      lineNumber: '1755001',
      contactPersonMsisdn: '99•••67',
      response: { invoices: [{ ...invoice, currency: 'MWK', outstandingAmount: 65_000, invoiceStatus: 'OVERDUE' }] },
    }),
  },
  '/product/v1/bundle': {
    request: { data: { msisdn: mobileNumber } },
    response: success([
      {
        ...{ name: 'Weekly 2.6GB', category: 'Weekly', description: '2.6 GB for a week' },
        ...{ data: 2.6, dataUnit: 'GB', voice: 0, voiceUnit: '', sms: 0, validity: 7, validityUnit: 'DAYS' },
        ...{ periodType: 'Weekly', amount: 2000, currency: 'MWK', productCode: 'MW-W-2600' },
        ...{ lineType: 'PREPAID', linetype: 'PREPAID' },
      },
    ]),
  },
  '/transaction/v1/payment-options': options,
  '/transaction/payment-options': options,
  '/transaction/get/exchange/rate': {
    request: { fromCurrency: 'USD', toCurrency: 'CDF', amount: '5' },
    response: success({ convertedAmount: 14_250 }),
  },
  '/transaction/v1/initiate': {
    request: { data: initiation },
    response: success({ transactionId, amount: 1000, currencyCode: 'MWK' }),
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
      ...{ amount: 1000, currencyCode: 'MWK', mobileNumber: '99•••67', msisdn: '99•••67' },
    }),
  },
  '/transaction/fetch': {
    request: { txnId: transactionId },
    response: success({
      ...{ transactionId, msisdn: '99•••67', enableDualCurrency: false, amount: 1000, currency: 'MWK' },
      ...{ lineType: 'PREPAID', transactionType: 'PREPAID_RECHARGE', rechargeType: 'AIRTIME' },
      pgOptions: [{ paymentOpt: 'dpo' }],
      redirectPage: '/prepaid-recharge',
    }),
  },
  '/otp/v1/send-otp': {
    request: { data: { text: '991234568', otpAction: 'INVOICE' } },
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
  '/subscriber/v1/send-otp-hbb': {
    request: { msisdn: mobileNumber, requestType: 'HBB_MSISDN_CHECK', customerDetails: { fullName: 'Thoko Phiri' } },
    response: success({ refId: codeId, resendAfter: 60 }),
  },
  '/subscriber/v1/submit-lead': {
    request: {
      ...{ fullName: 'Thoko Phiri', contactNumber: mobileNumber, uniqueCode, source: 'WHATSAPP' },
      address: { street1: 'Area 47, Sector 3', city: 'Lilongwe', lat: -13.95, lng: 33.77 },
      plan: { code: 'MW-HOME-20', amount: '45000', currency: 'MWK', description: 'Home 20 Mbit/s' },
      consent: { text: 'I agree that the operator calls me', at: '2026-11-20T12:00:00Z' },
    },
    response: success({ refLeadId: 'HBB-20261120-1', feasibility: 'FEASIBLE', trackId: 'trk-7V8Q2ZK4M1XJ' }),
  },
  '/subscriber/v1/track-lead': {
    request: { refLeadId: 'HBB-20261120-1', msisdn: mobileNumber },
    response: success({
      ...{ refLeadId: 'HBB-20261120-1', status: 'scheduled', scheduledFor: '2026-11-24T08:00:00Z' },
      plan: { code: 'MW-HOME-20', description: 'Home 20 Mbit/s', amount: 45_000, currency: 'MWK' },
      city: 'Lilongwe',
      history: [{ status: 'received', at: '2026-11-20T12:00:00Z' }],
    }),
  },
  '/verify-user': {
    request: { data: { refId: codeId, otp: '123456', paymentMode: 'NYANJA_MONEY' } },
    response: success({ tokenType: 'Bearer', accessToken: 'c2FtcGxlIHRva2Vu', expiresIn: 600 }),
  },
  '/form/v2/save': {
    request: { data: { formName: 'contact', fields: { name: 'Thoko Phiri', message: 'My bundle did not come' } } },
    response: success({ reference: 'C-20261120-1' }),
  },
  '/webpage/activePackage': {
    request: { opco: 'MW', pageUrl: '/loader-translation' },
    response: { statusCode: 200, status: 'success', data: { packageHtml: '{"wait":"Please wait"}' } },
  },
  '/webpage/getFaqs_pCategory': {
    request: { opco: 'MW' },
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
    request: { opco: 'MW', questionId: 'buy-a-bundle', isLike: 'true' },
    response: {
      ...{ statusCode: 200, status: 'success' },
      data: { questionId: 'buy-a-bundle', countLikePercentage: 80 },
    },
  },
  '/maps/nyanjashopsbycoordinates': {
    request: { opco: 'MW', longitude: 33.77, latitude: -13.95, distanceInKilometers: 10 },
    response: [
      {
        ...{ shop: 'lilongwe-mall', title: 'Lilongwe Mall', phyLocation: 'Old Town Mall', phNumber: '300' },
        location: { latitue: -13.98, longitude: 33.78 },
        ...{ distance: 3.4, selected: false, latitude: -13.98, longitude: 33.78 },
      },
    ],
  },
}

/** The example of the operation at a path. */
export function findExample(path: string): Example {
  const [, found] = Object.entries(examples).find(([ending]) => path.replace(/\/$/, '').endsWith(ending)) ?? []
  if (found === undefined) throw new Error(`There is no example of ${path}`)
  return found
}
