import { rmSync } from 'node:fs'
import path from 'node:path'
import { demoNumber, marketOf } from '../../apps/sandbox/src/core/market.ts'
import { Explained, onEnd, root, runScript } from '../run.mjs'
import { assertPortsAreFree } from './ports.mjs'
import { becomesReady, startService, stopService } from './service.mjs'
import { demoSettings } from './settings.mjs'

const ports = ['PORT', 'ADMIN_PORT', 'SANDBOX_PORT', 'SANDBOX_BANK_PORT', 'SANDBOX_SMPP_PORT', 'SANDBOX_SMTP_PORT']

await runScript(async () => {
  const stopped = new Promise((resolve) => {
    onEnd((signal) => resolve({ signal }))
  })
  const env = demoSettings(process.env)
  const market = marketOf(env)
  if (market === undefined)
    throw new Explained(`There is no market ${env.MARKET_DIR ?? env.MARKET} in ${env.MARKETS_DIR}`)
  await assertPortsAreFree(env, ports)

  const services = startServices(env)
  const over = Promise.race([stopped, ...services.map(({ ended }) => ended)])
  const ready = Promise.all(services.map(becomesReady)).then((answers) => answers.every(Boolean))
  try {
    if (await Promise.race([ready, over.then(() => false)])) suggestNextStep(env, market)
    const end = await over
    if (end.signal === undefined) throw deathOf(end, services)
  } finally {
    // The portal stops first: it may be in the middle of a call to the sandbox.
    for (const service of services) await stopService(service)
  }
})

function startServices(env) {
  const logDir = path.resolve(root, env.DATA_DIR, 'logs')
  rmSync(logDir, { recursive: true, force: true })
  return [
    {
      name: 'portal',
      main: 'apps/portal/server/main.ts',
      healthUrl: `http://localhost:${env.PORT}/healthz`,
    },
    {
      name: 'sandbox',
      main: 'apps/sandbox/src/main.ts',
      healthUrl: `http://127.0.0.1:${env.SANDBOX_PORT}/__sim/health`,
    },
  ].map((service) => startService({ ...service, env, logDir }))
}

function deathOf({ name, how }, services) {
  const lines = services.find((service) => service.name === name)?.lastLines()
  return new Explained(`${lines}\n\nThe ${name} ended by itself (${how}). Its last lines stand above.`)
}

function suggestNextStep({ PUBLIC_ORIGIN, SANDBOX_PORT, DATA_DIR }, market) {
  const phone = `http://127.0.0.1:${SANDBOX_PORT}/phone`
  const number = demoNumber(market, 1).replace(/^(..)(...)/, '$1 $2 ')
  console.log(`
  Portal   ${PUBLIC_ORIGIN}
  Sandbox  ${phone}

  Recharge ${number} at ${PUBLIC_ORIGIN}/prepaid-recharge and approve Nyanja Money on the sandbox phone at ${phone}.
  Ctrl-C stops both. Logs are in ${path.join(DATA_DIR, 'logs')}.
`)
}
