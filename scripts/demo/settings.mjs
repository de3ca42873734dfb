import path from 'node:path'
import { root } from '../run.mjs'

const portal = path.join(root, 'apps', 'portal')

/**
 * Everything the portal and the sandbox need to find each other. What the environment or `.env` says goes before.
 * The sandbox lives on 127.0.0.1 and the portal on localhost, so that browsers see two sites.
 */
export function demoSettings(env) {
  const { PORT = '3000', SANDBOX_PORT = '3100', DATA_DIR = '.data' } = env
  const { SANDBOX_BANK_PORT = String(Number(SANDBOX_PORT) + 1), SANDBOX_SMPP_PORT = '2775', ADMIN_PORT = '3200' } = env
  const sandbox = `http://127.0.0.1:${SANDBOX_PORT}`

  return {
    NODE_ENV: 'production',
    PORT,
    ADMIN_PORT,
    SANDBOX_PORT,
    SANDBOX_BANK_PORT,
    SANDBOX_SMPP_PORT,
    DATA_DIR,
    MARKET: 'mw',
    MARKETS_DIR: path.join(portal, 'markets'),
    CONTENT_DIR: path.join(portal, 'content'),
    PUBLIC_ORIGIN: `http://localhost:${PORT}`,
    PORTAL_URL: `http://localhost:${PORT}`,
    API_KEYS: 'sandbox:sandbox-key',
    CALLBACK_TOKEN: 'sandbox-callback',
    BSS_URL: `${sandbox}/bss`,
    DPO_URL: `${sandbox}/dpo`,
    DPO_PAGE_URL: `${sandbox}/dpo/payv2.php`,
    DPO_COMPANY_TOKEN: '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A',
    DPO_SERVICE_TYPE: '3854',
    MONEY_URL: `${sandbox}/money`,
    MONEY_CLIENT_ID: 'nyanja-sandbox',
    MONEY_CLIENT_SECRET: 'nyanja-sandbox-secret',
    MONEY_CALLBACK_KEY: 'nyanja-sandbox-callback',
    SMSC_HOST: '127.0.0.1',
    SMSC_PORT: SANDBOX_SMPP_PORT,
    SMSC_SYSTEM_ID: 'nyanja',
    SMSC_PASSWORD: 'sandbox',
    SMS_SENDER: 'Nyanja',
    ...env,
  }
}
