import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addFaultHooks, type FaultKind, Faults } from './faults.ts'

interface Outcome {
  /** Undefined means that the connection broke, or the caller gave up. */
  readonly status: number | undefined
  readonly body: string
  readonly effects: number
}

async function open() {
  let effects = 0
  const faults = new Faults()
  const app = Fastify({ forceCloseConnections: true })
  addFaultHooks(app, faults)
  const config = { provider: 'bss', operation: 'topupBalance' }
  app.post('/take', { config }, async () => ({ taken: ++effects }))
  app.get('/unnamed', async () => ({ ok: true }))
  const url = await app.listen({ port: 0 })
  onTestFinished(() => app.close())

  async function take({ path = '/take', method = 'POST', timeoutsMs = 5000 } = {}): Promise<Outcome> {
    const answer = await fetch(url + path, { method, signal: AbortSignal.timeout(timeoutsMs) }).then(
      async (response) => ({ status: response.status, body: await text(Readable.from(response.body ?? [])) }),
      () => ({ status: undefined, body: '' }),
    )
    return { ...answer, effects }
  }

  return { faults, take }
}

describe('an injected fault', () => {
  it.each<[FaultKind, Partial<Outcome>]>([
    ['error_before', { status: 500, effects: 0 }],
    ['html_before', { status: 500, effects: 0, body: expect.stringContaining('<h1>') }],
    ['reset_before', { status: undefined, effects: 0 }],
    ['hang_before', { status: undefined, effects: 0 }],
    ['error_after', { status: 500, effects: 1 }],
    ['reset_after', { status: undefined, effects: 1 }],
    ['hang_after', { status: undefined, effects: 1 }],
    ['garbage_after', { status: 200, effects: 1, body: expect.stringContaining('garbage') }],
    ['delay', { status: 200, effects: 1 }],
  ])('of the kind %s happens on its side of the effect', async (kind, outcome) => {
    const { faults, take } = await open()
    faults.add({ provider: 'bss', operation: 'topupBalance', kind, times: 1 })
    expect(await take({ timeoutsMs: kind.startsWith('hang') ? 300 : 5000 })).toMatchObject(outcome)
    expect((await take()).status).toBe(200)
  })

  it('before the effect keeps those after it for the next call', async () => {
    const { faults, take } = await open()
    faults.add({ provider: 'bss', kind: 'error_before', times: 1 })
    faults.add({ provider: 'bss', kind: 'garbage_after', times: 1 })
    expect(await take()).toMatchObject({ status: 500, effects: 0 })
    expect(await take()).toMatchObject({ status: 200, body: expect.stringContaining('garbage') })
  })

  it('applies to no other operations, providers and unnamed routes', async () => {
    const { faults, take } = await open()
    faults.add({ provider: 'bss', operation: 'productOrder', kind: 'error_before' })
    faults.add({ provider: 'dpo', kind: 'error_before' })
    expect((await take()).status).toBe(200)
    faults.add({ provider: 'bss', kind: 'error_before' })
    expect((await take({ path: '/unnamed', method: 'GET' })).status).toBe(200)
  })
})
