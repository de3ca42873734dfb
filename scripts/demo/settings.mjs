import path from 'node:path'
import { portalSettings } from '../../apps/sandbox/src/gateway-simulators.ts'
import { root } from '../run.mjs'

const portal = path.join(root, 'apps', 'portal')

/**
 * The portal and the sandbox need these settings to find each other. The environment and `.env` override them. The
 * sandbox is on 127.0.0.1 and the portal on localhost, so that browsers see two sites.
 */
export function demoSettings(env) {
  const { PORT = '3000', SANDBOX_PORT = '3100', MARKET_DIR, BSS_KIND = 'tmf' } = env
  const { MARKET = MARKET_DIR === undefined ? 'mw' : path.basename(MARKET_DIR) } = env
  // Each market has its own sales.
  const { DATA_DIR = MARKET === 'mw' ? '.data' : path.join('.data', MARKET) } = env
  const { SANDBOX_BANK_PORT = String(Number(SANDBOX_PORT) + 1), SANDBOX_SMPP_PORT = '2775', ADMIN_PORT = '3200' } = env
  const { SANDBOX_SMTP_PORT = String(Number(SANDBOX_PORT) + 3) } = env
  const { SANDBOX_IDENTITY_PORT = String(Number(SANDBOX_PORT) + 4), CONSOLE_PORT = '3400' } = env
  const sandbox = `http://127.0.0.1:${SANDBOX_PORT}`

  return {
    NODE_ENV: 'production',
    PORT,
    ADMIN_PORT,
    SANDBOX_PORT,
    SANDBOX_BANK_PORT,
    SANDBOX_SMPP_PORT,
    SANDBOX_SMTP_PORT,
    SANDBOX_IDENTITY_PORT,
    CONSOLE_PORT,
    CONSOLE_ORIGIN: `http://localhost:${CONSOLE_PORT}`,
    OIDC_ISSUER: `http://127.0.0.1:${SANDBOX_IDENTITY_PORT}`,
    OIDC_CLIENT_ID: 'nyanja-console',
    OIDC_CLIENT_SECRET: 'sandbox-console-secret',
    DATA_DIR,
    DRAIN_SECONDS: '0',
    MARKET,
    MARKETS_DIR: path.join(portal, 'markets'),
    CONTENT_DIR: path.join(portal, 'content'),
    CONTENT_WATCH: 'on',
    CMS_URL: `${sandbox}/content`,
    CMS_API_KEY: 'nyanja-sandbox-cms',
    PUBLIC_ORIGIN: `http://localhost:${PORT}`,
    PORTAL_URL: `http://localhost:${PORT}`,
    API_KEYS: 'sandbox:sandbox-key,chat:sandbox-chat-key',
    CHAT_API_KEY: 'sandbox-chat-key',
    CALLBACK_TOKEN: 'sandbox-callback',
    BSS_URL: `${sandbox}/bss`,
    ...(BSS_KIND === 'tmf' && { BSS_PROFILE_FILE: path.join(root, 'apps/sandbox/profiles/simulated.json') }),
    FEASIBILITY: 'tmf645',
    LEAD_EVENTS: 'hub',
    ...portalSettings(sandbox),
    OTP_SECRET: 'sandbox-one-time-codes-known-to-everybody',
    RATES_URL: `${sandbox}/rates`,
    RATES_API_KEY: 'nyanja-sandbox-rates',
    SMSC_URL: `smpp://127.0.0.1:${SANDBOX_SMPP_PORT}`,
    SMSC_SYSTEM_ID: 'nyanja',
    SMSC_PASSWORD: 'sandbox',
    SMS_SENDER: 'Nyanja',
    SMTP_URL: `smtp://127.0.0.1:${SANDBOX_SMTP_PORT}`,
    MAIL_FROM: 'Nyanja <receipts@nyanja.example>',
    ...env,
  }
}
