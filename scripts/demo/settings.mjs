import path from 'node:path'
import { portalSettings } from '../../apps/sandbox/src/gateway-simulators.ts'
import { portsFrom } from '../../apps/sandbox/src/ports.ts'
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
  const { ADMIN_PORT = '3200', CONSOLE_PORT = '3400' } = env
  const { smppPort, smtpPort, identityPort } = portsFrom(Number(SANDBOX_PORT))
  const sandbox = `http://127.0.0.1:${SANDBOX_PORT}`

  return {
    NODE_ENV: 'production',
    PORT,
    ADMIN_PORT,
    SANDBOX_PORT,
    CONSOLE_PORT,
    CONSOLE_ORIGIN: `http://localhost:${CONSOLE_PORT}`,
    OIDC_ISSUER: `http://127.0.0.1:${identityPort}`,
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
    CALLBACK_TOKEN: 'sandbox-callback',
    BSS_URL: `${sandbox}/bss`,
    ...(BSS_KIND === 'tmf' && { BSS_PROFILE_FILE: path.join(root, 'apps/sandbox/profiles/simulated.json') }),
    FEASIBILITY: 'tmf645',
    LEAD_EVENTS: 'hub',
    ...portalSettings(sandbox),
    OTP_SECRET: 'sandbox-one-time-codes-known-to-everybody',
    RATES_URL: `${sandbox}/rates`,
    RATES_API_KEY: 'nyanja-sandbox-rates',
    SMSC_URL: `smpp://127.0.0.1:${smppPort}`,
    SMSC_SYSTEM_ID: 'nyanja',
    SMSC_PASSWORD: 'sandbox',
    SMS_SENDER: 'Nyanja',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Nyanja <receipts@nyanja.example>',
    ...env,
  }
}
