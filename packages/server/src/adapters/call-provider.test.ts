import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createProvider, demandValue, notSentReason, type ProviderCall, type ProviderRecord } from './call-provider.ts'
import { certificate, key } from './localhost-certificate.contract.ts'
import { serve } from './serve.contract.ts'

const Answer = z.object({ amount: z.number() })

/** A fake provider with the given answers, and the requests it received. */
async function open(answer: RequestListener) {
  const requested: { method?: string; body: string }[] = []
  // Ports are reused: a request of an earlier test may still arrive, so each test has its own path.
  const path = `/${randomUUID()}/verify`
  const origin = await serve((request, body, response) => {
    if (request.url?.startsWith(path)) requested.push({ method: request.method, body: body.toString() })
    answer(request, response)
  }, onTestFinished)

  const records: ProviderRecord[] = []
  const pauses: number[] = []
  const provider = createProvider('acme', {
    observe: (record) => records.push(record),
    pause: async (ms) => pauses.push(ms),
  })
  const call = {
    operation: 'verify',
    url: `${origin}${path}?msisdn=991234567`,
    timeoutMs: 5000,
    schema: Answer,
  } satisfies ProviderCall<{ amount: number }>
  return { provider, call, requested, records, pauses }
}

const json =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
const html =
  (status: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>991234567 token=abc</h1>')

/** Sends until the client disconnects. */
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const part = '['.repeat(64 * 1024)
  const more = function* () {
    while (!response.destroyed) yield part
  }
  pipeline(Readable.from(more()), response, () => {})
}

/** Sends each answer once, then repeats the last. */
function inSequence(...answers: [RequestListener, ...RequestListener[]]): RequestListener {
  return (request, response) => (answers.length > 1 ? answers.shift() : answers[0])?.(request, response)
}

describe('a call to a provider', () => {
  it('returns the answer as parsed by the schema', async () => {
    const { provider, call, requested } = await open(json(201, '{"amount":5,"more":1}'))
    const answer = await provider.send({ ...call, method: 'POST', body: '{"a":1}' })
    expect(answer).toEqual({ ok: true, status: 201, value: { amount: 5 }, headers: expect.any(Headers) })
    expect(requested).toEqual([{ method: 'POST', body: '{"a":1}' }])
  })

  it('reads other content types as text, and an empty body as undefined', async () => {
    const xml = await open((_request, response) => response.setHeader('content-type', 'application/xml').end('<a/>'))
    expect(await xml.provider.send({ ...xml.call, schema: z.string() })).toMatchObject({ value: '<a/>' })
    const empty = await open((_request, response) => response.writeHead(204).end())
    expect(await empty.provider.send({ ...empty.call, schema: z.undefined() })).toMatchObject({ status: 204 })
  })

  it.each([
    [200, '{"amount":5}', { ok: true, status: 200, value: { amount: 5 } }],
    [409, '{"code":"60"}', { ok: false, status: 409, error: { code: '60' } }],
  ])('unpacks an answer %i', async (status, body, answer) => {
    const { provider, call } = await open(({ headers }, response) => {
      expect(headers).toMatchObject({ 'accept-encoding': 'gzip, deflate', 'user-agent': 'nyanja-portal' })
      const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
      response.writeHead(status, packed).end(gzipSync(body))
    })
    expect(await provider.send(call)).toMatchObject(answer)
  })

  it('does not know the outcome when a packed answer cannot be unpacked', async () => {
    const { provider, call } = await open((_request, response) => {
      const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
      response.writeHead(200, packed).end('{"amount":5}')
    })
    await expect(provider.send(call)).rejects.toMatchObject({ code: 'provider_unreachable' })
  })

  it('returns the location of a created resource, and accepts an unreadable success where the caller allows it', async () => {
    const { provider, call, records } = await open((_request, response) =>
      response.writeHead(201, { 'content-type': 'application/json', location: '/made/7' }).end('{"amount":'),
    )
    const answer = await provider.send({ ...call, fallback: { amount: 0 } })
    expect(answer).toMatchObject({ ok: true, status: 201, value: { amount: 0 } })
    expect(answer.ok && answer.headers.get('location')).toBe('/made/7')
    expect(records).toMatchObject([{ outcome: 'invalid_response', status: 201 }])
    await expect(provider.send(call)).rejects.toMatchObject({ code: 'provider_broke_contract' })
    const elsewhere = await open(html(302))
    await expect(elsewhere.provider.send({ ...elsewhere.call, fallback: { amount: 0 } })).rejects.toThrow(/HTTP 302/)
  })

  it('returns a definite refusal as a value', async () => {
    const { provider, call, records } = await open(json(404, '{"code":"60"}'))
    const answer = await provider.send(call)
    expect(answer).toEqual({ ok: false, status: 404, error: { code: '60' } })
    expect(() => demandValue(answer, 'acme verify')).toThrow(/HTTP 404/)
    expect(records).toMatchObject([{ provider: 'acme', operation: 'verify', outcome: 'refused', status: 404 }])
  })

  it.each([
    ['a 500 with JSON', json(500, '{"code":"1"}'), 'provider_unreachable'],
    ['a 408', json(408, '{"code":"1"}'), 'provider_unreachable'],
    ['a 429', json(429, '{"code":"1"}'), 'provider_unreachable'],
    ['a page of a proxy', html(502), 'provider_unreachable'],
    ['a 400 without JSON', html(400), 'provider_broke_contract'],
    ['a page where JSON was due', html(200), 'provider_broke_contract'],
    ['JSON of another shape', json(200, '{"amount":"991234567"}'), 'provider_broke_contract'],
    ['half of a JSON', json(200, '{"amount":'), 'provider_broke_contract'],
    [
      'a redirect',
      (request, response) => void response.writeHead(302, { location: `${request.url}/elsewhere` }).end(),
      'provider_broke_contract',
    ],
    ['an answer without end', endless, 'provider_broke_contract'],
    ['a cut connection', (request) => void request.socket.destroy(), 'provider_unreachable'],
  ] satisfies [string, RequestListener, string][])('throws on %s', async (_what, answer, code) => {
    const { provider, call, requested } = await open(answer)
    const error = await provider.send(call).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'PortalError', code })
    expect(error).not.toHaveProperty('cause')
    expect(String(error)).toMatch(/^PortalError: acme verify: /)
    expect(String(error)).not.toContain('991234567')
    expect(requested).toHaveLength(1)
  })

  it('times out at its deadline, also while a slow body arrives', async () => {
    const { provider, call } = await open((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    })
    const error = await provider.send({ ...call, timeoutMs: 50 }).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('PortalError: acme verify: TimeoutError')
  })

  it('logs the beginning of an unreadable answer without secrets', async () => {
    const { provider, call, records } = await open(html(200))
    await provider.send(call).catch(() => undefined)
    expect(records).toMatchObject([{ outcome: 'invalid_response', excerpt: '<h1># token=***</h1>' }])
  })
})

describe('a provider that cannot be reached', () => {
  it('gets no more calls after repeated failures, which is logged and reported', async () => {
    const { port } = await new Promise<{ port: number }>((resolve) => {
      const free = createServer().listen(0, '127.0.0.1', () => {
        const address = free.address()
        free.close(() => resolve({ port: typeof address === 'object' ? (address?.port ?? 0) : 0 }))
      })
    })
    const records: ProviderRecord[] = []
    const callSlots: string[] = []
    const provider = createProvider('acme', {
      observe: (record) => records.push(record),
      toggled: (name, isOpen) => callSlots.push(`${name} ${isOpen}`),
    })
    const call = { operation: 'pay', url: `http://127.0.0.1:${port}/pay`, timeoutMs: 5000, schema: Answer }
    const errors: string[] = []
    for (let times = 0; times < 6; times += 1) errors.push(String(await provider.send(call).catch((error) => error)))
    expect(errors.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'PortalError: acme pay: ECONNREFUSED'))
    expect(errors[5]).toBe('PortalError: acme pay: not sent, circuit_open')
    expect(records.at(-1)).toMatchObject({ outcome: 'not_sent', reason: 'circuit_open' })
    expect(callSlots).toEqual(['acme true'])
    await expect(provider.ask(call)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(records).toHaveLength(7)
  })
})

it('sends nothing to a server whose certificate it does not believe', async () => {
  const requested: unknown[] = []
  const server = createSecureServer({ cert: certificate, key }, (request) => requested.push(request.url))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const provider = createProvider('acme')
  const call = { operation: 'pay', url: `https://127.0.0.1:${port}/pay`, timeoutMs: 5000, schema: Answer }
  const error = await provider.send(call).catch((thrown: unknown) => thrown)
  expect(notSentReason(error)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(requested).toEqual([])
})

describe('a query to a provider', () => {
  it('is retried until the provider can be reached', async () => {
    const { provider, call, pauses, records } = await open(inSequence(html(503), html(500), json(200, '{"amount":1}')))
    expect(await provider.ask(call)).toMatchObject({ ok: true })
    expect(pauses.map((ms) => Math.floor(ms / 500) * 500)).toEqual([500, 1000])
    expect(records.map(({ outcome }) => outcome)).toEqual(['unreachable', 'unreachable', 'answered'])
  })

  it('fails after three more tries', async () => {
    const { provider, call, requested } = await open(html(503))
    await expect(provider.ask(call)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(requested).toHaveLength(4)
  })

  it('is not retried after a refusal or an invalid answer', async () => {
    const refusing = await open(json(404, '{}'))
    await refusing.provider.ask(refusing.call)
    expect(refusing.requested).toHaveLength(1)
    const odd = await open(json(200, '[]'))
    await odd.provider.ask(odd.call).catch(() => undefined)
    expect(odd.requested).toHaveLength(1)
  })

  it('has one deadline for all its tries', async () => {
    const { provider, call, requested } = await open(() => {})
    await expect(provider.ask({ ...call, timeoutMs: 500 })).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(requested).toHaveLength(1)
  })
})
