import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createPaystackSimulator } from './simulator.ts'

export const paystack: GatewaySimulator = {
  name: 'paystack',
  gateways: ['paystack'],
  operations: ['initialize', 'verify', 'refund', 'page', 'callback'],
  portalSettings: (origin) => ({
    PAYSTACK_URL: `${origin}/paystack`,
    PAYSTACK_SECRET_KEY: 'sk_test_nyanja_sandbox',
    PAYSTACK_CURRENCIES: 'MWK,USD',
    PAYSTACK_SCRIPT_URL: `${origin}/paystack/v2/inline.js`,
    PAYSTACK_PUBLIC_KEY: 'pk_test_nyanja_sandbox',
  }),
  create: (world, { issuer, callbackUrl }) => createPaystackSimulator(world, { issuer, webhookUrl: callbackUrl }),
}
