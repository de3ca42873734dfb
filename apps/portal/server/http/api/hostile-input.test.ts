import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../contract/fields.ts'
import { operations } from '../../../contract/operations.ts'
import { createTestApp, testLines } from '../../testing/test-app.ts'
import { testHeaders } from './test-caller.ts'

const test = await createTestApp()
afterAll(() => test.close())

const posts = operations.filter(({ method }) => method === 'POST').map(({ path }) => path)
const gets = operations.filter(({ method }) => method === 'GET').map(({ path }) => path)

/** The real names of the members, so that the values pass the first check. */
const names = [
  'msisdn',
  'mobileNumber',
  'amount',
  'productCode',
  'transactionId',
  'paymentMode',
  'emailId',
  'lineType',
  'refId',
  'otp',
  'keyId',
]
const plausible = fc.constantFrom(testLines.prepaid, '200', 200, 'MW-D-100', 'PAYMENT_GATEWAY', 'PREPAID_RECHARGE', '')
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, [], {}, -0, 1e308, '\u0000', '٠٩٩١٢٣٤٥٦٧', '\ud800', '0'.repeat(300), 'constructor'),
  fc.jsonValue({ maxDepth: 5 }),
)
const members = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.oneof(plausible, odd))
const body = fc.oneof(members, fc.record({ data: members }), fc.jsonValue())

async function survives(request: InjectOptions): Promise<void> {
  const response = await test.app.inject(request)
  expect(response.statusCode, response.body).toBeLessThan(500)
  if (response.statusCode !== 200) Failure.parse(response.json())
}

describe('hostile input', () => {
  it('is answered as well-formed or malformed, never as an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), body, (url, payload) =>
        survives({
          method: 'POST',
          url,
          headers: { ...testHeaders, 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        }),
      ),
      { numRuns: 600 },
    )
  })

  it('may consist of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), fc.uint8Array({ maxLength: 200 }), (url, bytes) =>
        survives({
          method: 'POST',
          url,
          headers: { ...testHeaders, 'content-type': 'application/json' },
          payload: Buffer.from(bytes),
        }),
      ),
      { numRuns: 200 },
    )
  })

  it('may have any query', async () => {
    const query = fc.oneof(fc.webQueryParameters(), fc.string({ unit: 'binary' }).map(encodeURIComponentOfAny))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...gets),
        fc.constantFrom('', 'tid=', 'txnId=', 'code=', 'pageUrl=', 'opco=MW&pageUrl=', 'tid[]=', 'tid=a&tid='),
        query,
        (url, name, value) => survives({ url: `${url}?${name}${value}`, headers: testHeaders }),
      ),
      { numRuns: 300 },
    )
  })

  it('may have any headers', async () => {
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
    const header = fc.constantFrom(...Object.keys(testHeaders), 'idempotency-key', 'content-type', 'x-forwarded-for')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), fc.dictionary(header, text), (url, headers) =>
        survives({
          method: 'POST',
          url,
          headers: { ...testHeaders, 'content-type': 'application/json', ...headers },
          payload: '{"data":{}}',
        }),
      ),
      { numRuns: 200 },
    )
  })

  it('may be nested as deep as it is long', async () => {
    for (const url of posts)
      for (const payload of [
        `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
        `${'{"data":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
      ])
        await survives({
          method: 'POST',
          url,
          headers: { ...testHeaders, 'content-type': 'application/json' },
          payload,
        })
  })
})

describe('a body that is too long', () => {
  it.each(posts)('is not read by %s', async (url) => {
    const response = await test.app.inject({
      method: 'POST',
      url,
      headers: { ...testHeaders, 'content-type': 'application/json' },
      payload: JSON.stringify({ data: { otp: 'A'.repeat(17 * 1024) } }),
    })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ statusCode: 413, status: 'failure' })
  })
})

function encodeURIComponentOfAny(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
