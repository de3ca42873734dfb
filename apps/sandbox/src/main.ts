import { marketOf } from './core/market.ts'
import { startSandbox } from './sandbox.ts'

const { env } = process

if (env.PORTAL_MODE === 'production') {
  console.error('The sandbox never runs beside a production portal')
  process.exit(1)
}

const number = (name: string, fallback: number): number => {
  const value = Number(env[name] ?? fallback)
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value
  console.error(`${name} must be a port number`)
  process.exit(1)
}

const market = marketOf(env)
if (market === undefined) {
  console.error(`The sandbox does not know the market ${env.MARKET_DIR ?? env.MARKET}`)
  process.exit(1)
}

const port = number('SANDBOX_PORT', 3100)
const sandbox = await startSandbox({
  market,
  host: env.SANDBOX_HOST ?? '127.0.0.1',
  port,
  bankPort: number('SANDBOX_BANK_PORT', port === 0 ? 0 : port + 1),
  smppPort: number('SANDBOX_SMPP_PORT', 2775),
  smtpPort: number('SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 3),
  identityPort: number('SANDBOX_IDENTITY_PORT', port === 0 ? 0 : port + 4),
  dataDir: env.DATA_DIR ?? '.data',
  ...(env.PORTAL_URL && { portalUrl: env.PORTAL_URL }),
  ...(env.CONSOLE_ORIGIN && { consoleUrl: env.CONSOLE_ORIGIN }),
  ...(env.CHAT_API_KEY && { chatApiKey: env.CHAT_API_KEY }),
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.stop().then(() => process.exit(0)))
}

const { url, bankUrl, smppPort, smtpPort, issuer } = sandbox
console.log(JSON.stringify({ ready: 'sandbox', url, bankUrl, smppPort, smtpPort, issuer }))
