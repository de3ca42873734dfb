import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { orderOf, paths, topUpOf } from './bss/bss-fixture.ts'
import { type SandboxOptions, startSandbox } from './sandbox.ts'

async function open(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ port: 0, bankPort: 0, smppPort: 0, ...options })
  let isRunning = true
  async function stop() {
    if (isRunning) await sandbox.stop()
    isRunning = false
  }
  onTestFinished(stop)

  async function call(path: string, body?: object, method = body ? 'POST' : 'GET') {
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    const response = await fetch(sandbox.url + path, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    const json: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, json }
  }
  return { sandbox, call, stop }
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

describe('the sandbox', () => {
  it('publishes all addresses, on two origins', async () => {
    const { sandbox, call } = await open({ portalUrl: 'http://portal.test' })
    expect(sandbox.url).not.toBe(sandbox.bankUrl)
    expect((await call('/__sim/health')).json).toMatchObject({
      status: 'ok',
      simulators: expect.arrayContaining(['bss']),
      sandboxUrl: sandbox.url,
      bankUrl: sandbox.bankUrl,
      portalUrl: 'http://portal.test',
    })
  })

  it('keeps its state over a restart', async () => {
    const dataDir = await emptyFolder()
    const first = await open({ dataDir })
    await first.call('/__sim/bss/outcomes', { operation: 'topup', outcome: 'hold' })
    await first.call(`${paths.balances}/topupBalance`, topUpOf('999000100', 500, 'T1'))
    await first.call(`${paths.ordering}/productOrder`, orderOf('999000100', 'MW-D-100', 'O1'))
    const before = await first.call('/__sim/bss/lines/999000100')
    await first.stop()

    const second = await open({ dataDir })
    expect(await second.call('/__sim/bss/lines/999000100')).toEqual(before)
    expect((await second.call('/__sim/bss/outcomes/release', {})).json).toEqual({ released: 1 })
    expect((await second.call('/__sim/bss/lines/999000100')).json).toMatchObject({ mainBalance: { amount: 500 } })
    expect((await second.call('/__sim/books')).json).toMatchObject({
      deliveries: [{ reference: 'T1' }, { reference: 'O1' }],
    })
  })

  it('gives new rows unique ids after a restart', async () => {
    const dataDir = await emptyFolder()
    const first = await open({ dataDir })
    const one = await first.call(`${paths.balances}/topupBalance`, topUpOf('999000100', 1, 'T1'))
    await first.stop()
    const second = await open({ dataDir })
    const two = await second.call(`${paths.balances}/topupBalance`, topUpOf('999000100', 1, 'T2'))
    expect(two.json).not.toMatchObject({ id: Object(one.json).id })
  })
})

describe('an unknown address', () => {
  const json = 'application/json; charset=utf-8'

  it.each([
    ['/bss/tmf-api/moon/v4/crater', 404, json, { code: 'notFound', reason: 'Not Found', status: '404' }],
    ['/bss/tmf-api/productCatalogManagement/v4/productOffering/a/b', 404, json, { code: 'notFound' }],
    ['/paystack/moon', 404, json, { status: false, message: expect.any(String), code: expect.any(String) }],
    ['/paychangu/moon', 404, json, { status: 'failed', message: expect.any(String) }],
    ['/tingg/v3/moon', 404, json, { status: 404, message: expect.any(String) }],
    ['/money/moon', 404, json, { status: { success: false, code: '404', response_code: expect.any(String) } }],
    ['/mpesa/sandbox/ipg/v2/vodacomDRC/moon/', 400, json, { output_ResponseCode: 'INS-22' }],
    ['/wallet/v1/moon', 404, json, { statusCode: 404, status: 'failure', result: {} }],
    ['/rates/v1/moon', 404, json, { error: 'not_found' }],
    ['/content/cms/moon', 404, json, { statusCode: 404, status: 'failure' }],
    ['/photon/moon', 404, json, { message: expect.any(String) }],
    ['/nominatim/moon', 404, json, { error: expect.any(String) }],
    ['/__sim/moon', 404, json, { message: expect.any(String) }],
    ['/uba/moon', 404, 'text/plain; charset=utf-8', 'Not Found'],
    ['/dpo/API/v5/', 404, 'application/xml; charset=utf-8', expect.stringContaining('<Result>803</Result>')],
  ])('is refused in the format of its API: %s', async (path, status, type, body) => {
    const { sandbox } = await open()
    const answer = await fetch(sandbox.url + path, { method: 'POST', body: '{}', headers: { 'content-type': json } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
    const text = await answer.text()
    if (typeof body === 'object' && type === json) expect(JSON.parse(text)).toMatchObject(body)
    else expect(text).toEqual(body)
  })
})

describe('the fault panel', () => {
  it('switches faults on and off', async () => {
    const { call } = await open()
    const fault = { provider: 'bss', operation: 'topupBalance', kind: 'error_before' }
    const twice = { ...fault, times: 2 }
    expect(await call('/__sim/faults', twice)).toMatchObject({ status: 201, json: { id: '1', ...fault, timesLeft: 2 } })
    expect((await call(`${paths.balances}/topupBalance`, topUpOf('999000100', 1, 'T1'))).status).toBe(500)
    expect((await call('/__sim/faults')).json).toMatchObject([{ timesLeft: 1 }])
    expect((await call('/__sim/faults/1', undefined, 'DELETE')).status).toBe(204)
    expect((await call(`${paths.balances}/topupBalance`, topUpOf('999000100', 1, 'T1'))).status).toBe(201)

    await call('/__sim/faults', fault)
    expect((await call('/__sim/faults', undefined, 'DELETE')).status).toBe(204)
    expect((await call('/__sim/faults')).json).toEqual([])
  })

  it.each([
    [{ kind: 'delay' }, '"provider" must be a text'],
    [{ provider: 'bss', kind: 'earthquake' }, expect.stringContaining('"kind" must be one of delay, hang_before')],
    [{ provider: 'bss', kind: 'delay', delayMs: 'long' }, '"delayMs" must be a number from 0 to 3600000'],
    [{ provider: 'bss', kind: 'delay', probability: 2 }, '"probability" must be a number from 0 to 1'],
    [[], 'The body must be a JSON object'],
  ])('refuses %j with a message', async (body, message) => {
    const { call } = await open()
    expect(await call('/__sim/faults', body)).toEqual({ status: 400, json: { message } })
  })
})
