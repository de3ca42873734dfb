import type { FastifyInstance } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { type CardProcessor, pathsBelow, registerHostedCard } from '../bank/hosted-card.ts'
import { readForm } from '../bank/page.ts'
import { answerBadBodies, registerEndings } from '../control/control-api.ts'
import { BadBody, inScopes, objectIn } from '../core/bodies.ts'
import { decimalOf, minorIn } from '../core/market.ts'
import type { Simulator, World } from '../core/simulator.ts'
import {
  conclude,
  createLedger,
  createPayment,
  endings,
  type Outcome,
  type Payment,
  type Simulation,
  type Terms,
} from './ledger.ts'

const pagePath = '/uba/cipg-payportal/card'

/** The hosted page: a declined card may be followed by another, and a visitor who left may return. */
function createCardProcessor(simulation: Simulation): CardProcessor<Payment> {
  return {
    provider: 'uba',
    name: 'UBA U-Collect',
    tint: '#b3121d',
    ...pathsBelow(pagePath),
    find: (id) => simulation.payments.find('id', id),
    referenceOf: ({ reference }) => reference,
    isOpen: ({ taken }) => taken === undefined,
    closedText: () => 'This payment is done',
    pay: (payment) => conclude(payment, 'approved', simulation),
    decline: (payment) => conclude(payment, 'declined', simulation),
    cancel: (payment) => conclude(payment, 'cancelled', simulation),
    backLink: (payment) => backLinkOf(payment, simulation.returnUrl()),
  }
}

function backLinkOf({ reference, id, taken, card }: Payment, returnUrl: string): string {
  const url = new URL(returnUrl)
  const status = taken === undefined ? 'Cancelled' : 'Approved'
  const fields = { refNo: reference, transactionId: id, status, bnk: card?.brand ?? '' }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** The currencies by the numbers of ISO 4217. */
const currencies: ReadonlyMap<string, string> = new Map([
  ['454', 'MWK'],
  ['566', 'NGN'],
  ['894', 'ZMW'],
  ['950', 'XAF'],
  ['840', 'USD'],
])

const currencyOf = (isoNumber: string): string | undefined => currencies.get(isoNumber)

/** `customerLastname` is the bank's own spelling. */
const required = [
  'merchantId',
  'serviceKey',
  'description',
  'total',
  'date',
  'countryCurrencyCode',
  'noOfItems',
  'customerFirstName',
  'customerLastname',
  'customerPhoneNumber',
  'referenceNumber',
]

type Check = (form: URLSearchParams, simulation: Simulation) => string | false

/** Each names the fault. The texts are not published; only a space distinguishes them from an id. */
const checks: readonly Check[] = [
  (form) => required.filter((field) => !form.get(field)).map((field) => `Missing field ${field}`)[0] ?? false,
  (form, { merchantId }) => form.get('merchantId') !== merchantId && 'Invalid merchant',
  (form, { serviceKey }) => form.get('serviceKey') !== serviceKey && 'Invalid service key',
  (form) => currencyOf(text(form, 'countryCurrencyCode')) === undefined && 'Invalid currency code',
  (form) => minorIn(text(form, 'total')) === undefined && 'Invalid total',
  (form, { limitMinor }) => (minorIn(text(form, 'total')) ?? 0) > limitMinor && 'Total exceeds limit',
  (form) => !/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/.test(text(form, 'date')) && 'Invalid date',
  (form) => !/^[1-9]\d*$/.test(text(form, 'noOfItems')) && 'Invalid number of items',
  (form, { payments }) =>
    payments.find('reference', text(form, 'referenceNumber')) !== undefined && 'Duplicate reference number',
]

function register(
  form: URLSearchParams,
  simulation: Simulation,
): { readonly terms: Terms } | { readonly refusal: string } {
  for (const check of checks) {
    const refusal = check(form, simulation)
    if (refusal) return { refusal }
  }
  return {
    terms: {
      reference: text(form, 'referenceNumber'),
      description: text(form, 'description'),
      sum: {
        minor: minorIn(text(form, 'total')) ?? 0,
        currency: currencyOf(text(form, 'countryCurrencyCode')) ?? '',
      },
      customer: {
        name: `${text(form, 'customerFirstName')} ${text(form, 'customerLastname')}`,
        email: text(form, 'customerEmail'),
        phone: text(form, 'customerPhoneNumber'),
      },
    },
  }
}

const text = (form: URLSearchParams, field: string): string => form.get(field) ?? ''

/** The control API of tests: completes a payment without a browser, and refunds by hand, as the bank's staff does. */
function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { payments } = simulation
  answerBadBodies(app)

  app.get('/__sim/uba', async () => ({ echoesAmount: simulation.echoesAmount, payments: payments.all().map(view) }))

  app.post('/__sim/uba/settings', async ({ body }) => {
    const { echoesAmount } = objectIn(body)
    if (typeof echoesAmount !== 'boolean') throw new BadBody('"echoesAmount" must be true or false')
    simulation.echoesAmount = echoesAmount
    return { echoesAmount }
  })

  const records = { path: '/__sim/uba', find: (reference: string) => payments.find('reference', reference), view }
  const { on } = registerEndings(app, records, {
    endings,
    conclude: (payment, ending) => conclude(payment, ending, simulation),
    tooLate: 'The money is taken',
  })

  on('refund', (payment) => {
    if (payment.taken === undefined) return { status: 409, message: 'No money was taken' }
    payment.isRefunded = true
    payment.refundedAt = simulation.now().toISOString()
    return undefined
  })
}

const view = (payment: Payment) => ({
  reference: payment.reference,
  transactionId: payment.id,
  outcome: payment.outcome,
  description: payment.description,
  amountMinor: payment.sum.minor,
  currency: payment.sum.currency,
  customer: payment.customer,
  taken: payment.taken?.sum ?? null,
  isRefunded: payment.isRefunded,
  createdAt: payment.createdAt,
})

/** Only the first of them is certain. */
const resultTexts: Readonly<Record<Outcome, string>> = {
  approved: 'Approved Transaction',
  open: 'Pending Transaction',
  declined: 'Declined Transaction',
  cancelled: 'Cancelled Transaction',
}
const notFound = 'Transaction Not Found'

/** The answer of `confirmation/verify`: tokens separated by semicolons. */
function verifyText(query: URLSearchParams, form: URLSearchParams, simulation: Simulation): string {
  const text = (name: string) => query.get(name) ?? ''
  const isMerchant = text('cipgid') === simulation.merchantId && isOr(form.get('merchantId'), simulation.merchantId)
  if (!isMerchant || !isOr(form.get('serviceKey'), simulation.serviceKey)) return 'Invalid Merchant'
  const payment = simulation.payments.find('reference', text('mytxnref'))
  // A merchant who does not know the transaction's id still has the reference.
  if (payment === undefined || !isOr(query.get('cipgtxnref') || null, payment.id)) return notFound
  return [resultTexts[payment.outcome], payment.reference, ...amountOf(payment, simulation)].join(';')
}

const amountOf = ({ taken }: Payment, { echoesAmount }: Simulation): readonly string[] =>
  taken && echoesAmount ? [decimalOf(taken.sum.minor), taken.sum.currency] : []

const isOr = (value: string | null, expected: string): boolean => value === null || value === expected

const base = '/uba/cipg-payportal'
const plainText = 'text/plain; charset=utf-8'

const routeConfig = (operation: string) => ({ config: { provider: 'uba', operation } })

/** The API takes forms and answers plain text. */
function registerApiRoutes(app: FastifyInstance, simulation: Simulation): void {
  readForm(app)

  app.post(`${base}/regptran`, routeConfig('register'), async ({ body }, reply) => {
    const read = register(formIn(body), simulation)
    return reply
      .type(plainText)
      .send('refusal' in read ? read.refusal : `${createPayment(read.terms, simulation).id}\r\n`)
  })

  app.post(`${base}/regjtran`, routeConfig('register'), async ({ body }) => {
    const read = register(formIn(body), simulation)
    if ('refusal' in read) return { registration: { error: read.refusal } }
    return { registration: { transaction: { id: createPayment(read.terms, simulation).id } } }
  })

  app.get<{ Querystring: { id?: string } }>(
    `${base}/paytran`,
    routeConfig('page'),
    async ({ query: { id = '' } }, reply) => reply.redirect(`${pagePath}/${encodeURIComponent(id)}`, 303),
  )

  app.post(`${base}/confirmation/verify`, routeConfig('verify'), async ({ body, url }, reply) => {
    const { searchParams } = new URL(url, 'http://uba')
    return reply.type(plainText).send(verifyText(searchParams, formIn(body), simulation))
  })
}

const formIn = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())

export interface UbaOptions {
  /** The issuer that confirms every card payment. */
  readonly issuer: Issuer
  /** When it is absent, it is the portal's own route for it. */
  readonly returnUrl?: string
  readonly merchantId?: string
  readonly serviceKey?: string
  readonly limitMinor?: number
}

const returnPath = '/api/portal-service/transaction/v1/pg-callback/status/ORP/uba'

/** Merchants send their customers to UBA's card page. */
export function createUbaSimulator(world: World, options: UbaOptions): Simulator {
  const { issuer, returnUrl, limitMinor = 150_000_000, merchantId = 'CMMWI00001' } = options
  const { serviceKey = '7f2d3c1e-5b64-4a0f-9d1b-0c6f2a8e4b91' } = options
  const payments = createLedger()
  const simulation: Simulation = {
    payments,
    merchantId,
    serviceKey,
    limitMinor,
    now: world.now,
    returnUrl: () => returnUrl ?? `${world.addresses.portalUrl}${returnPath}`,
    echoesAmount: true,
  }

  return {
    name: 'uba',
    unknownPaths: [
      { prefix: '/uba', answer: (reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not Found') },
    ],
    register: inScopes(
      (scope) => registerApiRoutes(scope, simulation),
      (scope) => registerHostedCard(scope, createCardProcessor(simulation), issuer),
      (scope) => registerControlRoutes(scope, simulation),
    ),
    ...payments.recordsAs('payments'),
    reset() {
      simulation.echoesAmount = true
      payments.clear()
    },
  }
}
