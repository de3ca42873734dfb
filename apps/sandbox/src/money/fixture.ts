import Fastify from 'fastify'
import { appWith } from '../core/fixture.ts'
import { createWorld } from '../core/world.ts'
import { createMoneySimulator, type MoneyOptions } from './money.ts'

export const callbackKey = 'cb-key-vector'

/** The operator and a merchant who listens for callbacks, for the tests. Time stands until it is moved. */
export async function openMoney(options: MoneyOptions = {}) {
  let nowMs = Date.parse('2026-11-20T10:00:00Z')
  const world = createWorld({ now: () => new Date(nowMs), timeScale: 0 })
  const callbacks: string[] = []
  const merchant = Fastify()
  merchant.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  merchant.removeContentTypeParser('application/json')
  merchant.post('/callback', async ({ body }) => callbacks.push(String(body)))
  const callbackUrl = `${await merchant.listen({ port: 0 })}/callback`

  const money = createMoneySimulator(world, { callbackUrl, callbackKey, ...options })
  const app = await appWith(world, money)

  async function logIn(): Promise<Record<string, string>> {
    const payload = {
      client_id: 'nyanja-sandbox',
      client_secret: 'nyanja-sandbox-secret',
      grant_type: 'client_credentials',
    }
    const { access_token } = (await app.inject({ method: 'POST', url: '/money/auth/oauth2/token', payload })).json()
    return { authorization: `Bearer ${access_token}`, 'x-country': 'MW', 'x-currency': 'MWK' }
  }

  let headers = await logIn()
  const read = async (url: string) => (await app.inject({ url: `/money${url}`, headers })).json()

  return {
    app,
    money,
    world,
    callbacks,
    logInAgain: async () => {
      headers = await logIn()
    },
    read,
    send: (url: string, payload: object | string, more: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/money${url}`,
        headers: { ...headers, 'content-type': 'application/json', ...more },
        payload,
      }),
    enquire: (id = 'TXN-1') => read(`/standard/v1/payments/${id}`),
    control: (url: string, payload: object = {}) => app.inject({ method: 'POST', url: `/__sim/money${url}`, payload }),
    look: async (url: string) => (await app.inject(`/__sim/money${url}`)).json(),
    pass: (ms: number) => {
      nowMs += ms
    },
    close: async () => {
      await money.stop?.()
      await Promise.all([app.close(), merchant.close()])
    },
  }
}

interface Changes {
  readonly id?: string
  readonly amount?: unknown
  readonly msisdn?: string
  readonly reference?: string
  readonly currency?: string
}

export function collection({ id = 'TXN-1', amount = 1000, msisdn = '999000001', ...rest }: Changes = {}) {
  const { reference = 'Airtime recharge', currency = 'MWK' } = rest
  return {
    reference,
    subscriber: { country: 'MW', currency, msisdn },
    transaction: { amount, country: 'MW', currency, id },
  }
}
