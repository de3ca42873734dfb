// @ts-nocheck
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixedHeaders } from '../../contract/fixed-headers.ts'
import { lineTypeCheck } from '../../contract/subscriber.ts'
import { createTestApp, type TestApp, testLines } from '../test-app.ts'
import { findClientAmong } from './api-clients.ts'
import { type Caller, callerOf, fixedHeadersOfTests } from './test-caller.ts'

let test: TestApp
let call: Caller
beforeAll(async () => {
  test = await createTestApp()
  call = callerOf(test)
})
afterAll(() => test.close())

const input = { msisdn: testLines.prepaid }

describe('the fixed headers', () => {
  it.each(Object.keys(fixedHeaders))('must have %s', async (name) => {
    const { [name]: _, ...headers } = fixedHeadersOfTests
    const response = await test.app.inject({ method: 'POST', url: lineTypeCheck.path, headers, payload: input })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      statusCode: 400,
      status: 'failure',
      message: `Missing or wrong header: ${name}`,
    })
  })

  it.each([
    ['x-api-key', 'another-key'],
    ['x-opco', 'NG'],
    ['x-product', 'orp'],
    ['x-run-mode', 'TEST'],
    ['x-service-id', 'x'.repeat(101)],
    ['x-unmask-request', ''],
  ])('must not have %s: %s', async (name, value) => {
    expect(await call(lineTypeCheck, input, { [name]: value })).toMatchObject({
      status: 400,
      body: { message: `Missing or wrong header: ${name}` },
    })
  })

  it('are not asked of content and documentation', async () => {
    for (const url of [
      '/cms/webpage/activePackage?opco=MW&pageUrl=/loader-translation',
      '/orp/bfe/api/portal-service/openapi.json',
    ])
      expect((await test.app.inject({ url })).statusCode).toBe(200)
  })

  it('open nothing to pages of other origins', async () => {
    const { headers } = await call(lineTypeCheck, input, { origin: 'https://elsewhere.example' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  })
})

describe('a client', () => {
  const find = findClientAmong(['whatsapp:first-key', 'kiosk:with:colons', 'lonely-key'])

  it('is known by its key', () => {
    expect(find('first-key')).toBe('whatsapp')
    expect(find('with:colons')).toBe('kiosk')
  })

  it('gets a name that does not give its key away where the settings name none', () => {
    expect(find('lonely-key')).toMatch(/^client-[0-9a-f]{8}$/)
  })

  it.each(['', 'first-ke', 'first-key ', 'whatsapp:first-key', 'whatsapp'])('is not known by %j', (key) => {
    expect(find(key)).toBeUndefined()
  })
})
