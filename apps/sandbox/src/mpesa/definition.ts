import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { publicKey } from './sessions.ts'
import { createMpesaSimulator } from './simulator.ts'

export const mpesa: GatewaySimulator = {
  name: 'mpesa',
  gateways: ['mpesa'],
  operations: ['session', 'c2b', 'query', 'reversal', 'callback'],
  portalSettings: (origin) => ({
    MPESA_URL: `${origin}/mpesa/sandbox/ipg/v2`,
    MPESA_API_KEY: 'nyanja-sandbox-key',
    MPESA_PUBLIC_KEY: publicKey,
    MPESA_SERVICE_PROVIDER_CODE: '000000',
  }),
  create: (world, { callbackUrl }) => createMpesaSimulator(world, { callbackUrl }),
}
