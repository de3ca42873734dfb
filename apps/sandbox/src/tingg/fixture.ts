import { type MerchantAnswer, openCardFixture } from '../core/fixture.ts'
import { createTinggSimulator } from './simulator.ts'

const api = '/tingg/v3/checkout-api'
export const credentials = {
  client_id: 'nyanja-sandbox',
  client_secret: 'nyanja-sandbox-secret',
  grant_type: 'client_credentials',
}
export const apiKey = 'nyanja-sandbox-api-key'

const terms = {
  customer_first_name: 'A',
  customer_last_name: 'B',
  msisdn: '265991234567',
  account_number: 'TXN_1',
  request_amount: '1000',
  merchant_transaction_id: 'TXN-1',
  service_code: 'NYANJAMW',
  country_code: 'MWI',
  currency_code: 'MWK',
  request_description: 'Airtime recharge',
  due_date: '2026-11-20 10:30:00',
  success_redirect_url: 'http://localhost:3000/orp/cellulant?back=1',
  fail_redirect_url: 'http://localhost:3000/orp/cellulant?back=1&status=CANCELLED',
}

const acknowledgement = {
  acknowledgement_type: 'Full',
  acknowledgement_amount: 1000,
  acknowledgement_narration: 'x',
  acknowledgment_reference: 'ACK-1',
  merchant_transaction_id: 'TXN-1',
  service_code: 'NYANJAMW',
  status_code: 183,
  currency_code: 'MWK',
}

const wholeRefund = {
  merchant_transaction_id: 'TXN-1',
  refund_type: 'Full',
  amount: 1000,
  refund_narration: 'x',
  refund_reference: 'R-1',
  service_code: 'NYANJAMW',
  currency_code: 'MWK',
}

export const answer = (status_code: number | string): MerchantAnswer => ({
  status: 200,
  body: JSON.stringify({ merchant_transaction_id: 'TXN-1', status_code }),
})

export async function openTingg(answers: readonly MerchantAnswer[] = [answer(188)]) {
  const fixture = await openCardFixture({
    create: (world, { issuer }) => createTinggSimulator(world, { issuer }),
    answers,
  })
  const token = (payload: object = credentials, headers: Record<string, string> = { apikey: apiKey }) =>
    fixture.call({ method: 'POST', url: '/tingg/v1/oauth/token/request', headers, payload })
  const { access_token } = (await token()).json
  const headers: Record<string, string> = { apikey: apiKey, authorization: `Bearer ${access_token}` }
  const post = (path: string, payload: object) =>
    fixture.call({ method: 'POST', url: `${api}/${path}`, headers, payload })

  return {
    ...fixture,
    headers,
    token,
    post,
    raise: (changes: object = {}) =>
      post('checkout-request/express-request', { ...terms, callback_url: fixture.callbackUrl, ...changes }),
    query: (reference = 'TXN-1', sent = headers) =>
      fixture.call({ url: `${api}/query/NYANJAMW/${reference}`, headers: sent }),
    acknowledge: (changes: object = {}) => post('acknowledgement/request', { ...acknowledgement, ...changes }),
    refund: (changes: object = {}) => post('refund/request', { ...wholeRefund, ...changes }),
    control: (path: string, payload: object) => fixture.call({ method: 'POST', url: `/__sim/tingg/${path}`, payload }),
  }
}
