import { openFixture } from '../core/fixture.ts'
import { createMoneySimulator, type MoneyOptions } from './simulator.ts'

export const callbackKey = 'cb-key-vector'

/** The status of a call that did what it was asked for. */
export const successStatus = {
  response_code: 'DP00800001006',
  code: '200',
  success: true,
  result_code: 'ESB000010',
  message: 'SUCCESS',
}

/** Opens the operator and a merchant who receives callbacks, for tests. */
export async function openMoney(options: MoneyOptions = {}) {
  const fixture = await openFixture({
    create: (world, { callbackUrl }) => createMoneySimulator(world, { callbackUrl, callbackKey, ...options }),
  })
  const { app, received } = fixture

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
    ...fixture,
    callbacks: () => received.map(({ body }) => body),
    renewSession: async () => {
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
    inspect: async (url: string) => (await app.inject(`/__sim/money${url}`)).json(),
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
