import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createUbaSimulator } from './simulator.ts'

export const uba: GatewaySimulator = {
  name: 'uba',
  gateways: ['uba'],
  operations: ['register', 'verify', 'page', 'acs-return'],
  portalSettings: (origin) => ({
    CARD_FALLBACK_MSISDN: '265999000000',
    UBA_URL: `${origin}/uba/cipg-payportal`,
    UBA_MERCHANT_ID: 'CMMWI00001',
    UBA_SERVICE_KEY: '7f2d3c1e-5b64-4a0f-9d1b-0c6f2a8e4b91',
  }),
  create: (world, { issuer }) => createUbaSimulator(world, { issuer }),
}
