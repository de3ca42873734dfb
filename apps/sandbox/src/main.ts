import { marketOf } from './core/market.ts'
import { portsFrom } from './ports.ts'
import { startSandbox } from './sandbox.ts'

const { env } = process

if (env.PORTAL_MODE === 'production') {
  console.error('The sandbox never runs beside a production portal')
  process.exit(1)
}

const market = marketOf(env)
if (market === undefined) {
  console.error(`The sandbox does not know the market ${env.MARKET_DIR ?? env.MARKET}`)
  process.exit(1)
}

const port = Number(env.SANDBOX_PORT ?? 3100)
const { identityPort: last } = portsFrom(port)
if (!(Number.isInteger(port) && port >= 0 && last < 65_536)) {
  console.error('SANDBOX_PORT must be a port number, with four more after it')
  process.exit(1)
}
// The channel of the sandbox phone's chat, among those of the portal.
const [, chatApiKey] = /(?:^|,)\s*chat:([^,\s]+)/.exec(env.API_KEYS ?? '') ?? []

const sandbox = await startSandbox({
  market,
  host: env.SANDBOX_HOST ?? '127.0.0.1',
  port,
  dataDir: env.DATA_DIR ?? '.data',
  ...(env.PORTAL_URL && { portalUrl: env.PORTAL_URL }),
  ...(env.CONSOLE_ORIGIN && { consoleUrl: env.CONSOLE_ORIGIN }),
  ...(chatApiKey !== undefined && { chatApiKey }),
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.stop().then(() => process.exit(0)))
}

const { url, bankUrl, smppPort, smtpPort, issuer } = sandbox
console.log(JSON.stringify({ ready: 'sandbox', url, bankUrl, smppPort, smtpPort, issuer }))
