import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createMoneySimulator } from './simulator.ts'

const callbackKey = 'nyanja-sandbox-callback'

export const money: GatewaySimulator = {
  name: 'money',
  gateways: ['open-api-money'],
  operations: ['token', 'user', 'collect', 'enquire', 'refund', 'callback'],
  portalSettings: (origin) => ({
    MONEY_URL: `${origin}/money`,
    MONEY_CLIENT_ID: 'nyanja-sandbox',
    MONEY_CLIENT_SECRET: 'nyanja-sandbox-secret',
    MONEY_CALLBACK_KEY: callbackKey,
  }),
  create: (world, merchant) =>
    createMoneySimulator(world, { callbackUrl: merchant.callbackUrl, callbackKey, ...merchant.money }),
}
