import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createDpoSimulator } from './simulator.ts'

export const dpo: GatewaySimulator = {
  name: 'dpo',
  gateways: ['dpo'],
  operations: ['createToken', 'verifyToken', 'refundToken', 'page', 'callback'],
  portalSettings: (origin) => ({
    DPO_URL: `${origin}/dpo`,
    DPO_COMPANY_TOKEN: '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A',
    DPO_SERVICE_TYPE: '3854',
  }),
  create: (world, { issuer, callbackUrl }) => createDpoSimulator(world, { issuer, pushUrl: callbackUrl }),
}
