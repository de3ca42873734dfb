import { createServer } from 'node:http'
import { money } from '@nyanja/domain/money/money'
import { createDpoGateway } from '@nyanja/server/adapters/dpo/gateway'
import { createPaychanguGateway } from '@nyanja/server/adapters/paychangu/gateway'
import { createPaystackGateway } from '@nyanja/server/adapters/paystack/gateway'
import { createTmfBalanceSource } from '@nyanja/server/adapters/tmf/tmf-balance-source'
import { createTmfBillSource } from '@nyanja/server/adapters/tmf/tmf-bill-source'
import { createTmfBundleSource } from '@nyanja/server/adapters/tmf/tmf-bundle-source'
import { createTmfContactSource } from '@nyanja/server/adapters/tmf/tmf-contact-source'
import { createTmfDeliveryProvider } from '@nyanja/server/adapters/tmf/tmf-delivery-provider'
import { createTmfLineSource } from '@nyanja/server/adapters/tmf/tmf-line-source'
import { createUbaGateway } from '@nyanja/server/adapters/uba/gateway'
import type { PaymentGateway } from '@nyanja/server/payments/payment-gateway'
import { jsonLike, textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

/** The types by the first character of an answer. */
const types: Readonly<Record<string, string>> = {
  '<': 'application/xml',
  '{': 'application/json',
  '[': 'application/json',
}

/** What the provider answers to everything. */
let answer: Buffer = Buffer.alloc(0)

/** The server listens at the first use; the process ends without closing it. */
async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const type = types[String.fromCharCode(answer[0] ?? 0)] ?? 'text/plain'
    response.writeHead(200, { 'content-type': type }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const origin = once(listen)
const payment = { id: 'b2', providerReference: 'p1/1700000000000', amount: money('MWK', 500_000) }
const market = { country: 'MW', countryCode: '265', currency: 'MWK', timeZone: 'Africa/Blantyre' } as const

const gatewayTarget = (
  name: string,
  samples: Target['inputs'],
  open: (baseUrl: string) => Pick<PaymentGateway, 'verify'>,
): Target => {
  const opened = once(async () => open(await origin()))
  return {
    name: `answer of ${name}`,
    thousands: 8,
    inputs: samples,
    async read(input) {
      answer = input
      const gateway = await opened()
      const result = await gateway.verify(payment)
      if (result.state === 'captured' && result.attemptId === '') throw new Error('a capture of no attempt')
    },
  }
}

const bss = once(async () => {
  const options = { ...market, numberLength: 9, baseUrl: await origin(), pause: async () => {} }
  return {
    lineSource: createTmfLineSource(options),
    bundleSource: createTmfBundleSource(options),
    balanceSource: createTmfBalanceSource(options),
    billSource: createTmfBillSource(options),
    contactSource: createTmfContactSource(options),
    deliveryProvider: createTmfDeliveryProvider(options),
  }
})

const rows = [
  [
    {
      id: '1',
      name: 'Daily 100 MB',
      lifecycleStatus: 'Active',
      productOfferingPrice: [
        { id: 'p', priceType: 'oneTime', price: { taxIncludedAmount: { unit: 'MWK', value: 500 } } },
      ],
      prodSpecCharValueUse: [
        { name: 'validity', productSpecCharacteristicValue: [{ value: 1, unitOfMeasure: 'day' }] },
      ],
    },
  ],
  [
    {
      id: '1',
      status: 'active',
      productCharacteristic: [{ name: 'msisdn', value: '999000001' }],
      productOffering: { id: 'x', name: 'Prepaid' },
      relatedParty: [{ id: 'c', role: 'customer' }],
    },
  ],
  [
    {
      id: '1',
      billNo: 'INV-1',
      amountDue: { unit: 'MWK', value: 500.5 },
      remainingAmount: { unit: 'MWK', value: 500 },
      paymentDueDate: '2026-11-20T00:00:00Z',
      state: 'sent',
      billingAccount: { id: 'P1234567890' },
    },
  ],
  [
    {
      id: '1',
      bucketBalance: [{ remainingValue: { amount: 500, units: 'MWK' } }],
      usageType: 'monetary',
      validFor: { endDateTime: '2026-12-01T00:00:00+02:00' },
    },
  ],
]

export const answers: readonly Target[] = [
  gatewayTarget(
    'dpo (XML)',
    textsLike(
      '<?xml version="1.0"?><API3G><Result>000</Result><TransRef>p1</TransRef><CompanyRef>b2</CompanyRef><TransactionCurrency>MWK</TransactionCurrency><TransactionAmount>5000.00</TransactionAmount></API3G>',
    ),
    (baseUrl) => createDpoGateway({ ...market, baseUrl, companyToken: 'token', serviceType: '1' }),
  ),
  gatewayTarget(
    'paystack',
    jsonLike({
      status: true,
      message: 'ok',
      data: {
        id: 1,
        status: 'success',
        reference: 'b2',
        amount: 500000,
        currency: 'MWK',
        gateway_response: 'Approved',
      },
    }),
    (baseUrl) => createPaystackGateway({ baseUrl, secretKey: 'secret', currencies: ['MWK'] }),
  ),
  gatewayTarget(
    'paychangu',
    jsonLike({
      status: 'success',
      data: { status: 'success', tx_ref: 'b2', amount: 5000, currency: 'MWK', charge_id: 'c1' },
    }),
    (baseUrl) => createPaychanguGateway({ baseUrl, secretKey: 'secret' }),
  ),
  gatewayTarget('uba', textsLike('Approved Transaction;00;5000.00', 'Declined;05', 'Approved Transaction'), (baseUrl) =>
    createUbaGateway({
      ...{ ...market, baseUrl, verifyUrl: baseUrl, merchantId: 'm', serviceKey: 'k' },
      ...{ currencies: ['MWK'], fallbackMsisdn: '265999000000' },
    }),
  ),
  {
    name: 'answer of the bss',
    thousands: 8,
    inputs: jsonLike(...rows),
    async read(input) {
      answer = input
      const { lineSource, bundleSource, balanceSource, billSource, contactSource, deliveryProvider } = await bss()
      const reads = [
        () => lineSource.lineOf('999000001'),
        () => bundleSource.bundles(),
        () => balanceSource.balancesOf('999000001'),
        () => billSource.fixedLineAccount('P1234567890'),
        () => billSource.openInvoices('P1234567890'),
        () => contactSource.contactOf('999000001'),
        () => deliveryProvider.findByReference({ ...payment, kind: 'airtime', msisdn: '999000001' }),
      ]
      for (const read of reads) await read().catch(named)
    },
  },
]

/** Several reads share an input, and each may refuse it. */
function named(error: unknown): void {
  if (!(error instanceof Error && error.name === 'PortalError')) throw error
}
