import { currentTimeouts, visitorTimeouts } from '@nyanja/database/transaction'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lineTypeCheck } from '../../contract/balance.ts'
import { transactionStatus } from '../../contract/transaction.ts'
import { createTestApp, type TestApp, testLines } from '../testing/test-app.ts'
import { testHeaders } from './api/test-caller.ts'

const root = '/orp/bfe/api/portal-service'

let test: TestApp
let logged: string[]
beforeEach(async () => {
  logged = []
  test = await createTestApp({
    lineSource: {
      lineOf: async (msisdn) => {
        throw new Error(`No idea what to do with ${msisdn}`)
      },
    },
    log: { write: (line) => logged.push(line) },
  })
})
afterEach(() => test.close())

const post = (payload: string | Buffer, contentType?: string) =>
  test.app.inject({
    method: 'POST',
    url: lineTypeCheck.path,
    headers: { ...testHeaders, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
    payload,
  })

describe('a thrown error', () => {
  it('is logged with the request and not shown when it is unknown', async () => {
    const response = await post(JSON.stringify({ msisdn: testLines.prepaid }), 'application/json')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({ statusCode: 500, status: 'failure', message: 'Something Went Wrong!' })
    const line = logged.find((each) => each.includes('unexpected error')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ level: 'error', id: expect.any(String), err: { type: 'Error' } })
    expect(logged.join('')).not.toContain(testLines.prepaid)
  })

  it('is plain text on the way to a page', async () => {
    const response = await test.app.inject({ method: 'POST', url: '/', payload: {} })
    expect(response.statusCode).toBe(415)
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(response.body).toBe('Something Went Wrong!')
  })
})

it('queries the database with the timeouts of visitors', async () => {
  let inForce: unknown
  const other = await createTestApp({
    lineSource: {
      lineOf: async () => {
        inForce = currentTimeouts()
        return { found: false }
      },
    },
  })
  await other.app.inject({
    method: 'POST',
    url: lineTypeCheck.path,
    headers: { ...testHeaders, 'content-type': 'application/json' },
    payload: { msisdn: testLines.prepaid },
  })
  await other.close()
  expect(inForce).toBe(visitorTimeouts)
})

describe('a body', () => {
  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'msisdn=1'],
    ['application/xml', '<msisdn/>'],
    ['nonsense', '{}'],
    [undefined, '{}'],
  ])('of type %s is refused', async (contentType, payload) => {
    const response = await post(payload, contentType)
    expect(response.statusCode).toBe(415)
    expect(response.json()).toEqual({
      statusCode: 415,
      status: 'failure',
      message: 'Content-Type must be application/json',
    })
  })

  it.each(['', '{', '{"msisdn":', "{'msisdn':1}", '\uFEFF{', 'NaN', '{"__proto__":{"msisdn":1}}'])(
    'of %j is refused as invalid JSON',
    async (payload) => {
      const response = await post(payload, 'application/json')
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ statusCode: 400, message: 'The body is not valid JSON' })
    },
  )

  it.each(['[]', 'null', '12', '"text"', 'true'])('of %j has no members', async (payload) => {
    const response = await post(payload, 'application/json')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ message: 'Invalid body' })
  })

  it('may be missing no more than broken', async () => {
    const response = await test.app.inject({ method: 'POST', url: lineTypeCheck.path, headers: testHeaders })
    expect(response.statusCode).toBe(400)
  })

  it('is not read beyond its limit', async () => {
    const response = await post(JSON.stringify({ msisdn: '9'.repeat(20_000) }), 'application/json')
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual({ statusCode: 413, status: 'failure', message: 'The body is too large' })
  })

  it('may have a character set', async () => {
    const response = await post('{}', 'application/json; charset=utf-8')
    expect(response.json()).toMatchObject({ message: 'Invalid Mobile No' })
  })
})

describe('an address', () => {
  it.each([
    `${root}/nothing`,
    `${root}`,
    `${root}/transaction/v1/status/`,
    `${root}/TRANSACTION/v1/status`,
    '/orp/bfe/else',
    '/auth/bfe/api/portal-service/nothing',
    '/api/portal-service/nothing',
    '/cms/nothing',
    `${root}/${'x'.repeat(5_000)}`,
  ])('of an unknown path is answered in the envelope', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const response = await test.app.inject({ method, url, headers: { 'content-type': 'text/xml' }, payload: '<x/>' })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ statusCode: 404, status: 'failure', message: 'Not found' })
    }
  })

  it.each([`${root}/%`, `${root}/%E0%A4%A`, '/cms/%ff'])('of broken characters is refused: %s', async (url) => {
    const response = await test.app.inject({ url })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ statusCode: 400, status: 'failure', message: 'Invalid address' })
  })

  it.each([
    ['GET', lineTypeCheck.path, 'POST'],
    ['PUT', lineTypeCheck.path, 'POST'],
    ['HEAD', lineTypeCheck.path, 'POST'],
    ['OPTIONS', lineTypeCheck.path, 'POST'],
    ['POST', transactionStatus.path, 'GET'],
    ['DELETE', transactionStatus.path, 'GET'],
    ['POST', '/cms/webpage/activePackage', 'GET'],
    ['POST', `${root}/openapi.json`, 'GET'],
    ['PATCH', '/api/portal-service/transaction/v1/pg-callback/status/ORP/dpo', 'GET, POST'],
  ] as const)('takes no %s at %s', async (method, url, allow) => {
    const response = await test.app.inject({ method, url, headers: { 'content-type': 'text/xml' } })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe(allow)
    if (method !== 'HEAD') expect(response.json()).toMatchObject({ statusCode: 405, message: 'Method not allowed' })
  })

  it('of a page is answered with a page', async () => {
    for (const url of ['/', '/orp/fixed-internet', '/apix', '/authors'])
      expect((await test.app.inject({ url, headers: { host: 'localhost:3000' } })).body).toBe('a page')
  })
})
