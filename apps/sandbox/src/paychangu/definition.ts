import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createPaychanguSimulator } from './simulator.ts'

export const paychangu: GatewaySimulator = {
  name: 'paychangu',
  gateways: ['paychangu'],
  operations: ['payment', 'verify-payment', 'refund', 'page', 'callback'],
  portalSettings: (origin) => ({
    PAYCHANGU_URL: `${origin}/paychangu`,
    PAYCHANGU_SECRET_KEY: 'SEC-TEST-nyanja-sandbox',
    PAYCHANGU_WEBHOOK_SECRET: 'nyanja-sandbox-webhook',
  }),
  create: (world, { issuer, callbackUrl }) => createPaychanguSimulator(world, { issuer, webhookUrl: callbackUrl }),
}
