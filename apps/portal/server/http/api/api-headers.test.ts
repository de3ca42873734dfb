import { afterAll, describe, expect, it } from 'vitest'
import { lineTypeCheck } from '../../../contract/balance.ts'
import { commonHeaders } from '../../../contract/fields.ts'
import { createTestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { findClientAmong } from './api-serve.ts'
import { callerOf, testHeaders } from './test-caller.ts'

const test = await createTestApp()
const call = callerOf(test)
afterAll(() => test.close())

const input = { msisdn: testLines.prepaid }

describe("a call's fixed headers", () => {
  it.each(Object.keys(commonHeaders))('are refused without %s', async (name) => {
    const { [name]: _, ...headers } = testHeaders
    const response = await test.app.inject({ method: 'POST', url: lineTypeCheck.path, headers, payload: input })
    const status = name === 'x-api-key' ? 401 : 400
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({
      statusCode: status,
      status: 'failure',
      message: `Missing or wrong header: ${name}`,
    })
  })

  it.each([
    ['x-opco', 'NG'],
    ['x-product', 'orp'],
    ['x-run-mode', 'TEST'],
    ['x-service-id', 'x'.repeat(101)],
    ['x-unmask-request', ''],
  ])('are refused when %s is %j', async (name, value) => {
    expect(await call(lineTypeCheck, input, { [name]: value })).toMatchObject({
      status: 400,
      body: { message: `Missing or wrong header: ${name}` },
    })
  })

  it.each([
    ['a good body', JSON.stringify(input)],
    ['a body that is no JSON', '{'],
    ['no body', ''],
    ['a body that is too large', JSON.stringify({ msisdn: 'x'.repeat(100_000) })],
  ])('of an unknown client are answered with 401 and %s', async (_, payload) => {
    for (const key of [undefined, '', 'another-key', testKeys.kiosk.slice(1)]) {
      const { 'x-api-key': _known, ...others } = testHeaders
      const own = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) }
      const headers = { ...others, ...own }
      const response = await test.app.inject({ method: 'POST', url: lineTypeCheck.path, headers, payload })
      expect([key, response.statusCode]).toEqual([key, 401])
      expect(response.json()).toMatchObject({ statusCode: 401, message: 'Missing or wrong header: x-api-key' })
    }
  })

  it('are not required for content and documentation', async () => {
    for (const url of [
      '/cms/webpage/activePackage?opco=MW&pageUrl=/loader-translation',
      '/orp/bfe/api/portal-service/openapi.json',
    ])
      expect((await test.app.inject({ url })).statusCode).toBe(200)
  })

  it('allow no page of another origin to read the answer', async () => {
    const { headers } = await call(lineTypeCheck, input, { origin: 'https://elsewhere.example' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  })
})

describe('a client of the API', () => {
  const find = findClientAmong(['whatsapp:first-key', 'kiosk:with:colons', 'lonely-key'])

  it('is identified by its key', () => {
    expect(find('first-key')).toBe('whatsapp')
    expect(find('with:colons')).toBe('kiosk')
  })

  it('gets a name that does not reveal its key when the settings give none', () => {
    expect(find('lonely-key')).toMatch(/^client-[0-9a-f]{8}$/)
  })

  it.each(['', 'first-ke', 'first-key ', 'whatsapp:first-key', 'whatsapp'])('is not identified by %j', (key) => {
    expect(find(key)).toBeUndefined()
  })
})
