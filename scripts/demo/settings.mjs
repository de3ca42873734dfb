import path from 'node:path'
import { publicKey as mpesaPublicKey } from '../../apps/sandbox/src/mpesa/key-pair.ts'
import { root } from '../run.mjs'

const portal = path.join(root, 'apps', 'portal')

/**
 * Everything the portal and the sandbox need to find each other. What the environment or `.env` says goes before.
 * The sandbox lives on 127.0.0.1 and the portal on localhost, so that browsers see two sites.
 */
export function demoSettings(env) {
  const { PORT = '3000', SANDBOX_PORT = '3100', MARKET = 'mw' } = env
  // What one market has sold is nothing to another one.
  const { DATA_DIR = MARKET === 'mw' ? '.data' : path.join('.data', MARKET) } = env
  const { SANDBOX_BANK_PORT = String(Number(SANDBOX_PORT) + 1), SANDBOX_SMPP_PORT = '2775', ADMIN_PORT = '3200' } = env
  const { SANDBOX_SMTP_PORT = String(Number(SANDBOX_PORT) + 3) } = env
  const sandbox = `http://127.0.0.1:${SANDBOX_PORT}`

  return {
    NODE_ENV: 'production',
    PORT,
    ADMIN_PORT,
    SANDBOX_PORT,
    SANDBOX_BANK_PORT,
    SANDBOX_SMPP_PORT,
    SANDBOX_SMTP_PORT,
    DATA_DIR,
    DRAIN_SECONDS: '0',
    MARKET,
    MARKETS_DIR: path.join(portal, 'markets'),
    CONTENT_DIR: path.join(portal, 'content'),
    CONTENT_WATCH: 'on',
    CMS_URL: `${sandbox}/content`,
    CMS_API_KEY: 'nyanja-sandbox-cms',
    PLACES_DIR: path.join(portal, 'places'),
    PUBLIC_ORIGIN: `http://localhost:${PORT}`,
    PORTAL_URL: `http://localhost:${PORT}`,
    API_KEYS: 'sandbox:sandbox-key,chat:sandbox-chat-key',
    CHAT_API_KEY: 'sandbox-chat-key',
    CALLBACK_TOKEN: 'sandbox-callback',
    BSS_URL: `${sandbox}/bss`,
    FEASIBILITY: 'tmf645',
    LEAD_EVENTS: 'hub',
    ...cardSettings(sandbox),
    OTP_SECRET: 'sandbox-one-time-codes-known-to-everybody',
    MONEY_URL: `${sandbox}/money`,
    MONEY_CLIENT_ID: 'nyanja-sandbox',
    MONEY_CLIENT_SECRET: 'nyanja-sandbox-secret',
    MONEY_CALLBACK_KEY: 'nyanja-sandbox-callback',
    MPESA_URL: `${sandbox}/mpesa/sandbox/ipg/v2`,
    MPESA_API_KEY: 'nyanja-sandbox-key',
    MPESA_PUBLIC_KEY: mpesaPublicKey,
    MPESA_SERVICE_PROVIDER_CODE: '000000',
    RATES_URL: `${sandbox}/rates`,
    RATES_API_KEY: 'nyanja-sandbox-rates',
    WALLET_URL: `${sandbox}/wallet`,
    WALLET_CLIENT_ID: 'nyanja-sandbox',
    WALLET_CLIENT_SECRET: 'nyanja-sandbox-secret',
    WALLET_CALLBACK_SECRET: 'nyanja-sandbox-wallet',
    SMSC_HOST: '127.0.0.1',
    SMSC_PORT: SANDBOX_SMPP_PORT,
    SMSC_SYSTEM_ID: 'nyanja',
    SMSC_PASSWORD: 'sandbox',
    SMS_SENDER: 'Nyanja',
    SMTP_URL: `smtp://127.0.0.1:${SANDBOX_SMTP_PORT}`,
    MAIL_FROM: 'Nyanja <receipts@nyanja.example>',
    ...env,
  }
}

function cardSettings(sandbox) {
  return {
    CARD_FALLBACK_MSISDN: '265999000000',
    DPO_URL: `${sandbox}/dpo`,
    DPO_PAGE_URL: `${sandbox}/dpo/payv2.php`,
    DPO_COMPANY_TOKEN: '9F416C11-127B-4DE2-AC7F-D5710E4C5E0A',
    DPO_SERVICE_TYPE: '3854',
    PAYCHANGU_URL: `${sandbox}/paychangu`,
    PAYCHANGU_SECRET_KEY: 'SEC-TEST-nyanja-sandbox',
    PAYCHANGU_WEBHOOK_SECRET: 'nyanja-sandbox-webhook',
    PAYSTACK_URL: `${sandbox}/paystack`,
    PAYSTACK_SECRET_KEY: 'sk_test_nyanja_sandbox',
    PAYSTACK_CURRENCIES: 'MWK,USD',
    PAYSTACK_SCRIPT_URL: `${sandbox}/paystack/v2/inline.js`,
    PAYSTACK_FRAME_URL: `${sandbox}/paystack/checkout`,
    PAYSTACK_PUBLIC_KEY: 'pk_test_nyanja_sandbox',
    TINGG_URL: `${sandbox}/tingg`,
    TINGG_API_KEY: 'nyanja-sandbox-api-key',
    TINGG_CLIENT_ID: 'nyanja-sandbox',
    TINGG_CLIENT_SECRET: 'nyanja-sandbox-secret',
    TINGG_SERVICE_CODE: 'NYANJAMW',
    UBA_URL: `${sandbox}/uba/cipg-payportal`,
    UBA_PAGE_URL: `${sandbox}/uba/cipg-payportal/paytran`,
    UBA_VERIFY_URL: `${sandbox}/uba/cipg-payportal/confirmation/verify`,
    UBA_MERCHANT_ID: 'CMMWI00001',
    UBA_SERVICE_KEY: '7f2d3c1e-5b64-4a0f-9d1b-0c6f2a8e4b91',
  }
}
