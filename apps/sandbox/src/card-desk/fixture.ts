import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { createBank, type Issuer } from '../bank/bank.ts'
import { addFaultHooks } from '../core/fault-hooks.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { createWorld } from '../core/world.ts'

/** What a merchant heard, with the headers it came with. */
export interface Heard {
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

export interface MerchantAnswer {
  readonly status: number
  readonly body: string
}

export interface CardFixtureOptions {
  readonly create: (world: World, merchant: { readonly issuer: Issuer; readonly callbackUrl: string }) => Simulator
  /** To each callback in turn, the last one for ever; absent: a plain 200. */
  readonly answers?: readonly MerchantAnswer[]
}

/** A card processor, the bank and a merchant who listens, for the tests. Time stands until it is moved. */
export async function openCardFixture({ create, answers = [{ status: 200, body: 'OK' }] }: CardFixtureOptions) {
  let nowMs = Date.parse('2026-11-20T10:00:00Z')
  const world = createWorld({ now: () => new Date(nowMs), timeScale: 0 })
  const heard: Heard[] = []
  const merchant = Fastify()
  merchant.removeAllContentTypeParsers()
  merchant.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  merchant.post('/callback', async ({ body, headers }, reply) => {
    heard.push({ body: String(body), headers })
    const { status = 200, body: answer = '' } = answers[heard.length - 1] ?? answers.at(-1) ?? {}
    return reply.code(status).send(answer)
  })
  const callbackUrl = `${await merchant.listen({ port: 0 })}/callback`

  const bank = createBank(world)
  const simulator = create(world, { issuer: bank, callbackUrl })
  const [bankApp, app] = [await appFor(bank, world), await appFor(simulator, world)]
  world.addresses.bankUrl = await bankApp.listen({ host: '127.0.0.1', port: 0 })
  world.addresses.sandboxUrl = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    simulator,
    world,
    url: world.addresses.sandboxUrl,
    bankUrl: world.addresses.bankUrl,
    callbackUrl,
    heard,
    call: async (request: InjectOptions) => {
      const { statusCode, body } = await app.inject(request)
      return { status: statusCode, json: JSON.parse(body) }
    },
    pass: (ms: number) => {
      nowMs += ms
    },
    close: () => Promise.all([app.close(), bankApp.close(), merchant.close()]),
  }
}

async function appFor(simulator: Simulator, world: World): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true })
  addFaultHooks(app, world.faults)
  await app.register((scope, _options, done) => {
    simulator.register(scope)
    done()
  })
  return app
}

/** A visitor's browser, one step at a time. */
export const browser = {
  send: (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
  follow: (url: string) => fetch(url, { redirect: 'manual' }),
  leadsTo: (answer: Response): string => answer.headers.get('location') ?? '',

  /** Types a card, and decides at the bank; where the processor then leads. */
  async payAtBank(page: string, { card = '4111111111111111', decision = 'approve' } = {}): Promise<string> {
    const atBank = browser.leadsTo(await browser.send(page, { card }))
    return browser.leadsTo(await browser.follow(browser.leadsTo(await browser.send(atBank, { decision }))))
  },
}
