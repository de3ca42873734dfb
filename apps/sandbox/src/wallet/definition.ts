import type { GatewaySimulator } from '../core/gateway-simulator.ts'
import { createWalletSimulator } from './simulator.ts'

/** Each brand of the platform has a callback address of its own. */
export const wallet: GatewaySimulator = {
  name: 'wallet',
  gateways: ['nyanja-money-pin', 'smartcash'],
  operations: ['token', 'otpSend', 'otpVerify', 'initiate', 'process', 'status', 'callback'],
  portalSettings: (origin) => ({
    WALLET_URL: `${origin}/wallet`,
    WALLET_CLIENT_ID: 'nyanja-sandbox',
    WALLET_CLIENT_SECRET: 'nyanja-sandbox-secret',
    WALLET_CALLBACK_SECRET: 'nyanja-sandbox-wallet',
  }),
  create: (world) => createWalletSimulator(world),
}
