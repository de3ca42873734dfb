import path from 'node:path'
import { minute } from '@nyanja/domain/time'
import { testSandbox } from '@nyanja/server/adapters/sandbox.contract'
import { createLog } from '@nyanja/server/common/log'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { createMetrics } from '@nyanja/server/metrics/metrics'
import { readEnvironment } from '@nyanja/server/settings/config'
import { createConnections, Drain } from '@nyanja/web/http/connections'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { portalSettings } from '../../sandbox/src/gateway-simulators.ts'
import { openInvoices, validateAccount } from '../contract/bill.ts'
import { trackLead } from '../contract/lead.ts'
import { initiatePayment, processPayment } from '../contract/payment.ts'
import { bundles } from '../contract/product.ts'
import { transactionStatus } from '../contract/transaction.ts'
import { createApp } from './app.ts'
import { Admission } from './http/admission.ts'
import { type Caller, callerOf } from './http/api/test-caller.ts'
import { createPortal, type RunningPortal } from './portal.ts'
import { fakeGateway, testCallbackToken, testKeys } from './testing/test-app.ts'

const sandbox = testSandbox()
const home = path.join(import.meta.dirname, '..')
const database = openDatabase({ file: ':memory:' })
const time = { ms: Date.now() }
const line = '999000010'
const headers = { host: 'localhost:3000' }

const settings = {
  ...{ PUBLIC_ORIGIN: 'http://localhost:3000', DATA_DIR: '/nowhere', CONTENT_WATCH: 'off', LEAD_EVENTS: 'hub' },
  ...{ API_KEYS: `whatsapp:${testKeys.whatsapp}`, CALLBACK_TOKEN: testCallbackToken.padEnd(12, '-') },
  ...{ OTP_SECRET: 'a-secret-of-thirty-two-characters', MAIL_FROM: 'portal@mail.example' },
  ...{
    SMSC_URL: 'smpp://127.0.0.1:1',
    SMSC_SYSTEM_ID: 'portal',
    SMSC_PASSWORD: 'secret',
    SMS_SENDER: 'Nyanja',
  },
  ...{ SMTP_URL: 'smtp://127.0.0.1:1', BSS_KIND: 'prepaid-charging' },
  ...{ BSS_AUTH: 'basic', BSS_USER: 'portal', BSS_SECRET: 'sandbox-password' },
}

function readConfig(env: Readonly<Record<string, string>> = {}) {
  const addresses = { ...portalSettings(sandbox.url), BSS_URL: `${sandbox.url}/ocs` }
  return readEnvironment({ env: { ...settings, ...addresses, ...env }, home })
}

/** The portal with all that its settings name but the payment provider; a page is its own address. */
async function openPortal() {
  const config = readConfig()
  const log = { warn: () => {}, error: () => {} }
  const metrics = createMetrics()
  const clock = { now: () => time.ms, mayClaim: async () => true }
  const map = { moduleHref: '/assets/map.js', credit: 'The operator' }
  const gateways = { dpo: fakeGateway('redirect') }
  const running = await createPortal(
    { config, database, metrics, log, map, clock, receiptOf: async () => undefined },
    { gateways, pinWallets: {}, callbackReaders: {}, popups: {}, deliveryProvider: undefined },
  )
  const app = await createApp({
    portal: running.portal,
    log: createLog('silent'),
    metrics,
    publicOrigin: config.http.publicOrigin,
    trustedProxies: [],
    callbackTokens: [testCallbackToken],
    assets: { buildFolder: import.meta.dirname },
    browserFiles: { module: (name) => `/assets/${name}.js`, island: () => [] },
    handlePage: async ({ url }) => new Response(url, { headers: { 'content-type': 'text/html' } }),
    connections: createConnections(),
    admission: new Admission({ now: () => 0 }),
    drain: new Drain(),
  })
  return { running, app }
}

let opened: Awaited<ReturnType<typeof openPortal>>
let call: Caller
beforeAll(async () => {
  await migrateTables(database)
  opened = await openPortal()
  call = callerOf(opened)
})
afterAll(async () => {
  await opened.app.close()
  await opened.running.close()
  await database.close()
})

async function doDueWork({ stores, moneyWork: { statusChecks, deliveries } }: RunningPortal) {
  time.ms += minute
  const claim = { limit: 10, leaseMs: 1 }
  for (const attempt of await stores.due.attempts('dpo', claim)) await statusChecks.checkPayment(attempt)
  for (const delivery of await stores.due.deliveries(claim)) await deliveries.deliver(delivery)
}

const recharge = {
  ...{ amount: 200, mobileNumber: line, emailId: 'a@example.mw', currencyCode: 'MWK' },
  ...{ paymentMode: 'PAYMENT_GATEWAY', paymentGateway: 'dpo', transactionType: 'PREPAID_RECHARGE' },
}

it('recharges a line of a prepaid charging system until the airtime is there', async () => {
  const { body } = await call(initiatePayment, { data: recharge })
  if (body.status !== 'success') throw new Error(body.message)
  const { transactionId } = body.result
  const socket = { isSubscriberRequest: true, paymentGateway: 'dpo', proccessFlag: 'INITIATE', amPin: null }
  expect(await call(processPayment, { data: { transactionId, ...socket } })).toMatchObject({ status: 200 })
  await doDueWork(opened.running)
  expect(await call(transactionStatus, { tid: transactionId })).toMatchObject({
    body: { result: { transactionStatus: 'SUCCESS' } },
  })
  const { deliveries } = await sandbox.records()
  expect(deliveries).toMatchObject([{ msisdn: line, amountMinor: 20_000 }])
})

it.each([
  ['/postpaid-bill-pay', '/page-not-found?why=not-offered'],
  ['/sw/data-bundle', '/sw/page-not-found?why=not-offered'],
  ['/ny/home-internet', '/ny/page-not-found?why=not-offered'],
  ['/orp/fixed-internet/invoices?order=1', '/page-not-found?why=not-offered'],
])('answers %s with the page for what is not offered, in its language', async (url, page) => {
  const { statusCode, body } = await opened.app.inject({ url, headers })
  expect({ statusCode, body }).toEqual({
    statusCode: 404,
    body: expect.stringMatching(new RegExp(`${page.replace('?', '[?]')}$`)),
  })
})

it.each(['/', '/prepaid-recharge', '/table', '/sw/service-status'])('shows the page %s', async (url) => {
  expect(await opened.app.inject({ url, headers })).toMatchObject({ statusCode: 200 })
})

it('refuses calls of the API about what is not offered, and lists no bundle that cannot be bought', async () => {
  const notOffered = { status: 404, body: { message: 'This is not offered here' } }
  expect(await call(validateAccount, { msisdn: line, accountNo: '1000000001' })).toMatchObject(notOffered)
  expect(await call(openInvoices, { accountNo: 'P1234567890', contactPersonEmailId: 'a@b.mw' })).toMatchObject(
    notOffered,
  )
  expect(await call(trackLead, { refLeadId: 'HB-1', msisdn: line })).toMatchObject(notOffered)
  expect(await call(bundles, { data: { msisdn: line } })).toMatchObject({ status: 200, body: { result: [] } })
  for (const transactionType of ['PREPAID_BUNDLES', 'POSTPAID_BILL']) {
    const refused = await call(initiatePayment, { data: { ...recharge, transactionType } })
    expect(refused).toMatchObject({ status: 400, body: { message: 'This transaction type is not available' } })
  }
})

it('offers no payment from airtime, and no kind of order that the system does not deliver', () => {
  const { market, gateways, leadEvents } = readConfig()
  expect(market.sells).toEqual(['airtime', 'several'])
  expect([...market.paymentOptions, ...gateways].filter(({ method }) => method === 'airtime')).toEqual([])
  expect(leadEvents).toEqual({ origin: undefined })
  expect(() => readConfig({ PAYMENT_METHODS: 'airtime' })).toThrow('airtime is not a payment method of this market')
  expect(() => readConfig({ BSS_PROFILE_FILE: '/etc/profile.json' })).toThrow(
    'BSS_KIND=prepaid-charging has no profile',
  )
  expect(() => readConfig({ BSS_KIND: 'tapes' })).toThrow('BSS_KIND')
})
