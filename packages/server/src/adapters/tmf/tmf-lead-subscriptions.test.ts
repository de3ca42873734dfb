import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../serve.contract.ts'
import { testBss } from './tmf.contract.ts'
import { createTmfLeadSubscriptions } from './tmf-lead-subscriptions.ts'

const { tmf } = testBss()

const answered = (status: number, headers: Record<string, string>, body = '') =>
  serve((_request, _body, response) => response.writeHead(status, headers).end(body), onTestFinished)
const served = (status: number, type: string, body: string) => answered(status, { 'content-type': type }, body)

it('accepts that the BSS knows the address already', async () => {
  const baseUrl = await served(409, 'application/json', '{"code":"conflict","reason":"There already"}')
  expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
    outcome: 'listening',
  })
})

it.each([405, 501])('stays subscribed at a BSS that removes no listeners, and reports it for %i', async (status) => {
  const baseUrl = await served(status, 'text/html', '<h1>Not here</h1>')
  expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).leave('somebody')).toBe('kept')
})

it.each([
  ['60.4-b', '60.4-b'],
  ['bad callback http://portal.example/notify/bss/some-secret', 'none'],
  ['some-secret'.repeat(4), 'none'],
  ['some-secret\n', 'none'],
])('reports a refusal by code %j %s, without the address in the log', async (code, name) => {
  const baseUrl = await served(400, 'application/json', JSON.stringify({ code }))
  expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
    outcome: 'refused',
    reason: `bss hub: HTTP 400, code ${name}`,
  })
})

it.each([400, 401, 403, 409, 422])('may or may not exist after a removal that was refused with %i', async (status) => {
  const baseUrl = await served(status, 'application/json', '{"code":"1"}')
  expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).leave('somebody')).toBe('refused')
})

it('accepts a number as id', async () => {
  const baseUrl = await served(201, 'application/json', '{"id":42,"callback":"http://portal.example"}')
  expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
    outcome: 'listening',
    id: '42',
  })
})

it.each(['/tmf-api/sales/v4/hub/42', 'https://bss.example/tmf-api/sales/v4/hub/42/?fields=id', 'hub/42'])(
  'reads the id from the end of %s when the body has none',
  async (location) => {
    const baseUrl = await answered(201, { location })
    expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
      outcome: 'listening',
      id: '42',
    })
  },
)

const json = { 'content-type': 'application/json' }
it.each([
  ['says nothing', 204, {}, ''],
  ['says where hubs are', 201, { location: '/tmf-api/sales/v4/hub/' }, ''],
  ['leads elsewhere', 201, { location: '/tmf-api/sales/v4/hub/..' }, ''],
  ['escapes its id', 201, { location: '/hub/a%00b' }, ''],
  ['writes for people', 200, { 'content-type': 'text/html' }, '<h1>OK</h1>'],
  ['gives an id that no database keeps', 201, json, '{"id":"a\\u0000b"}'],
  ['gives half a letter for an id', 201, json, '{"id":"\\ud800"}'],
  ['gives no id', 201, json, '{"callback":"http://portal.example"}'],
])('counts as registered when the BSS %s', async (_how, status, headers, body) => {
  const baseUrl = await answered(status, headers, body)
  expect(await createTmfLeadSubscriptions({ ...tmf(), baseUrl }).listen('http://portal.example')).toEqual({
    outcome: 'unnamed',
  })
})
