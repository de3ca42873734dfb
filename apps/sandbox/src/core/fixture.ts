import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { createBank, type Issuer } from '../bank/bank.ts'
import { inScopes } from './bodies.ts'
import { addFaultHooks } from './faults.ts'
import { createWorld } from './html.ts'
import type { Simulator, World } from './simulator.ts'

/** Simulators as in the sandbox, for tests. */
export async function appWith(world: World, ...simulators: readonly Simulator[]): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true })
  addFaultHooks(app, world.faults)
  inScopes(...simulators.map((simulator) => (scope: FastifyInstance) => simulator.register(scope)))(app)
  await app.ready()
  return app
}

/** A callback that a merchant received, with its headers. */
export interface ReceivedCallback {
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

export interface MerchantAnswer {
  readonly status?: number
  readonly body?: string
}

interface Merchant {
  readonly issuer: Issuer
  readonly callbackUrl: string
}

export interface FixtureOptions {
  readonly create: (world: World, merchant: Merchant) => Simulator
  /** Further parties next to the simulator. */
  readonly createOthers?: (world: World) => readonly Simulator[]
  /** The answers to callbacks in order, the last one repeated, or by their number; a plain 200 when absent. */
  readonly answers?: readonly MerchantAnswer[] | ((count: number) => MerchantAnswer)
  readonly portalUrl?: string
}

const startMs = Date.parse('2026-11-20T10:00:00Z')

/** Opens a provider and a merchant who receives callbacks, for tests. The clock is manual. */
export async function openFixture({ create, createOthers, answers = [], portalUrl }: FixtureOptions) {
  let nowMs = startMs
  const now = () => new Date(nowMs)
  const world = createWorld({ now, timeScale: 0, ...(portalUrl !== undefined && { portalUrl }) })
  const answerTo = typeof answers === 'function' ? answers : (count: number) => answers[count] ?? answers.at(-1) ?? {}
  const received: ReceivedCallback[] = []
  const merchant = Fastify()
  merchant.removeAllContentTypeParsers()
  merchant.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  merchant.post('/callback', async ({ body, headers }, reply) => {
    received.push({ body: String(body), headers })
    const { status = 200, body: answer = 'OK' } = answerTo(received.length - 1)
    return reply.code(status).send(answer)
  })
  const callbackUrl = `${await merchant.listen({ port: 0 })}/callback`

  const bank = createBank(world)
  const simulator = create(world, { issuer: bank, callbackUrl })
  const others = createOthers?.(world) ?? []
  const app = await appWith(world, ...others, simulator)

  return {
    app,
    bank,
    simulator,
    world,
    callbackUrl,
    received,
    call: async (request: InjectOptions) => {
      const { statusCode, body } = await app.inject(request)
      return { status: statusCode, json: JSON.parse(body) }
    },
    captures: () => simulator.records().captures ?? [],
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Resets everything but the keys, which take long to create. */
    startOver() {
      world.callbacks.cancel()
      world.faults.clear()
      for (const party of [...others, simulator]) party.reset()
      received.length = 0
      nowMs = startMs
    },
    async close() {
      world.callbacks.cancel()
      await simulator.stop?.()
      await Promise.all([app.close(), merchant.close()])
    },
  }
}

/** Opens the same with the bank, both reachable by a browser. */
export async function openCardFixture(options: FixtureOptions) {
  const fixture = await openFixture(options)
  const { app, bank, world } = fixture
  const bankApp = await appWith(world, bank)
  world.addresses.bankUrl = await bankApp.listen({ host: '127.0.0.1', port: 0 })
  world.addresses.sandboxUrl = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    ...fixture,
    url: world.addresses.sandboxUrl,
    bankUrl: world.addresses.bankUrl,
    close: () => Promise.all([fixture.close(), bankApp.close()]),
  }
}

/** Acts as a visitor's browser, one step at a time. */
export const browser = {
  send: (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
  follow: (url: string) => fetch(url, { redirect: 'manual' }),
  leadsTo: (answer: Response): string => answer.headers.get('location') ?? '',

  /** Enters a card, and decides at the bank; returns the processor's next page. */
  async payAtBank(page: string, { card = '4111111111111111', decision = 'approve' } = {}): Promise<string> {
    const atBank = browser.leadsTo(await browser.send(page, { card }))
    return browser.leadsTo(await browser.follow(browser.leadsTo(await browser.send(atBank, { decision }))))
  },
}
