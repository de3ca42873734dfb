import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createTinggSimulator } from './simulator.ts'

export const tingg: GatewaySimulator = {
  name: 'tingg',
  gateways: ['cellulant'],
  operations: ['token', 'express', 'query', 'acknowledge', 'refund', 'page', 'callback'],
  portalSettings: (origin) => ({
    CARD_FALLBACK_MSISDN: '265999000000',
    TINGG_URL: `${origin}/tingg`,
    TINGG_API_KEY: 'nyanja-sandbox-api-key',
    TINGG_CLIENT_ID: 'nyanja-sandbox',
    TINGG_CLIENT_SECRET: 'nyanja-sandbox-secret',
    TINGG_SERVICE_CODE: 'NYANJAMW',
  }),
  create: (world, { issuer }) => createTinggSimulator(world, { issuer }),
}
