import { openCardFixture } from '../core/fixture.ts'
import { createPaychanguSimulator } from './simulator.ts'

export const secretKey = 'SEC-TEST-nyanja-sandbox'

const order = {
  amount: 1000,
  currency: 'MWK',
  tx_ref: 'TXN-1',
  callback_url: 'http://localhost:3000/orp/paychangu',
  return_url: 'http://localhost:3000/orp/paychangu',
  customization: { title: 'Nyanja', description: 'Airtime recharge' },
}

export async function openPaychangu() {
  const fixture = await openCardFixture({
    create: (world, { issuer, callbackUrl }) =>
      createPaychanguSimulator(world, { issuer, webhookUrl: callbackUrl, webhookSecret: 'whsec_vector' }),
  })
  const headers = { authorization: `Bearer ${secretKey}` }

  return {
    ...fixture,
    begin: (changes: object = {}) =>
      fixture.call({ method: 'POST', url: '/paychangu/payment', headers, payload: { ...order, ...changes } }),
    verify: (txRef = 'TXN-1') => fixture.call({ url: `/paychangu/verify-payment/${txRef}`, headers }),
    refund: (chargeId: string) =>
      fixture.call({ method: 'POST', url: `/paychangu/charge-card/refund/${chargeId}`, headers }),
    control: (path: string, payload: object) =>
      fixture.call({ method: 'POST', url: `/__sim/paychangu/${path}`, payload }),
  }
}
