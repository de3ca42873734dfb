import path from 'node:path'
import { Readable } from 'node:stream'
import { loggedPath } from '@nyanja/web/http/log-requests'
import { UploadedFiles } from '../../../apps/console/server/uploaded-files.ts'
import { Failure } from '../../../apps/portal/contract/fields.ts'
import { operations } from '../../../apps/portal/contract/operations.ts'
import {
  createTestApp,
  type TestApp,
  testCallbackToken,
  testKeys,
} from '../../../apps/portal/server/testing/test-app.ts'
import { bytesLike, type Json, jsonLike, textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

const bodies: readonly Json[] = [
  { msisdn: '991234567', lineType: 'PREPAID', type: 'data' },
  {
    data: {
      mobileNumber: '991234567',
      amount: 500,
      productCode: 'MW-D-100',
      paymentMode: 'PAYMENT_GATEWAY',
      emailId: 'a@mail.example',
    },
  },
  { data: { transactionId: '4ACRNRH2GNJS0V3RYN', paymentMode: 'NYANJA_MONEY', refId: '7V8Q2ZK4M1XJ', otp: '123456' } },
  { refId: '7V8Q2ZK4M1XJ', otp: 123456, keyId: 'k', solution: 'e30=' },
  { data: { latitude: -13.96, longitude: 33.77, invoices: 'INV-1,INV-2', accountNo: 'P1234567890' } },
]

const headers = {
  ...{
    'x-api-key': testKeys.whatsapp,
    'x-service-id': 'fuzz',
    'x-opco': 'MW',
    'x-product': 'ORP',
    'x-run-mode': 'PROD',
  },
  ...{ 'x-app-version': '1.0.0', 'x-unmask-request': 'enable', 'content-type': 'application/json' },
}

const calls = operations.filter(({ method }) => method === 'POST').map(({ path }) => path)
const callbacks = ['dpo', 'open-api-money'].map(
  (gateway) => `/api/portal-service/transaction/v1/pg-callback/notify/${gateway}/${testCallbackToken}`,
)
const posts = [...calls, ...callbacks, '/csp-reports', '/script-errors']

let opened: Promise<TestApp> | undefined

/** The last byte chooses the address. */
async function post(input: Buffer): Promise<void> {
  opened ??= createTestApp()
  const { app } = await opened
  const url = posts[(input[input.length - 1] ?? 0) % posts.length] ?? '/csp-reports'
  const response = await app.inject({ method: 'POST', url, headers, payload: input })
  if (response.statusCode >= 500) throw new Error(`${url} answered ${response.statusCode}`)
  if (calls.includes(url) && response.statusCode !== 200) Failure.parse(response.json())
}

const form = (name: string) =>
  Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="format"\r\n\r\npaystack\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\na,b\r\n1,2\r\n--b--\r\n`,
  )
const uploads = new UploadedFiles(2_000)
const isUploadFolder = /\/upload-\w{6}$/

/** A query, an e-mail address or an endless path in the log would be a finding. */
function readAddress(address: string): void {
  const logged = loggedPath(address)
  if (logged.length > 300 || /[?#]/.test(logged) || /@/.test(logged)) throw new Error(`the log would have ${logged}`)
}

export const requests: readonly Target[] = [
  {
    name: 'body of a call, by its schema',
    thousands: 800,
    inputs: jsonLike(...bodies),
    read(input) {
      let body: unknown
      try {
        body = JSON.parse(input.toString())
      } catch {
        return
      }
      for (const { input: schema } of operations) schema.safeParse(body)
    },
  },
  { name: 'request to the portal (HTTP)', thousands: 30, inputs: jsonLike(...bodies), read: post },
  {
    name: 'form with a file (multipart)',
    thousands: 60,
    inputs: bytesLike(form('nov.csv'), form('../../x')),
    read: (input) =>
      uploads.read(
        { contentType: 'multipart/form-data; boundary=b', body: Readable.from([input]) },
        async ({ file }) => {
          if (file !== undefined && (path.resolve(file) !== file || !isUploadFolder.test(path.dirname(file))))
            throw new Error('a file outside of its folder')
        },
      ),
  },
  {
    name: 'address in the log',
    thousands: 500,
    inputs: textsLike(
      '/payment/status/4ACRNRH2GNJS0V3RYN/state?id=1',
      '/sw/pay-me/%34ACRNRH2GNJS0V3RYN4ACRNRH2GNJS0V',
      '/api/portal-service/transaction/v1/pg-callback/notify/dpo/secret',
      '/a%2540b@mail.example',
    ),
    read: (input) => readAddress(input.toString()),
  },
]
