import { rmSync } from 'node:fs'
import path from 'node:path'
import { demoNumber, marketOf } from '../../apps/sandbox/src/core/market.ts'
import { staffAccounts, staffPassword } from '../../apps/sandbox/src/identity/accounts.ts'
import { buildIfStale } from '../build.mjs'
import { Explained, onEnd, root, runScript } from '../run.mjs'
import { assertPortsAreFree } from './ports.mjs'
import { noteRemovedSettings } from './removed-settings.mjs'
import { becomesReady, startService, stopService } from './service.mjs'
import { demoSettings } from './settings.mjs'

const ports = ['PORT', 'ADMIN_PORT', 'CONSOLE_PORT', 'SANDBOX_PORT']

const processes = {
  portal: { main: 'apps/commands/main.ts', health: ({ PORT }) => `http://localhost:${PORT}/healthz` },
  sandbox: {
    main: 'apps/sandbox/src/main.ts',
    health: ({ SANDBOX_PORT }) => `http://127.0.0.1:${SANDBOX_PORT}/__sim/health`,
  },
  console: {
    main: 'apps/console/server/main.ts',
    health: ({ CONSOLE_PORT }) => `http://localhost:${CONSOLE_PORT}/healthz`,
  },
}

await runScript(async () => {
  const stopped = new Promise((resolve) => {
    onEnd((signal) => resolve({ signal }))
  })
  noteRemovedSettings()
  const env = demoSettings(process.env)
  const market = marketOf(env)
  if (market === undefined)
    throw new Explained(`There is no market ${env.MARKET_DIR ?? env.MARKET} in ${env.MARKETS_DIR}`)
  await assertPortsAreFree(env, ports)
  rmSync(logFolderOf(env), { recursive: true, force: true })

  const services = startServices(env, ['portal', 'sandbox'])
  try {
    // The portal makes the tables that the console needs.
    if (await becomeReady(services, stopped)) {
      console.log(`The portal answers at ${env.PUBLIC_ORIGIN}.`)
      await Promise.race([stopped, buildIfStale()])
      services.push(...startServices(env, ['console']))
    }
    if (await becomeReady(services, stopped)) suggestNextStep(env, market)
    const end = await Promise.race([stopped, ...services.map(({ ended }) => ended)])
    if (end.signal === undefined) throw deathOf(end, services)
  } finally {
    // The portal stops first: it may be in the middle of a call to the sandbox.
    for (const service of services) await stopService(service)
  }
})

function becomeReady(services, stopped) {
  const ready = Promise.all(services.map(becomesReady)).then((answers) => answers.every(Boolean))
  const over = [stopped, ...services.map(({ ended }) => ended)]
  return Promise.race([ready, ...over.map((end) => end.then(() => false))])
}

function startServices(env, names) {
  return names.map((name) => {
    const { main, health } = processes[name]
    return startService({ name, main, healthUrl: health(env), env, logDir: logFolderOf(env) })
  })
}

function logFolderOf({ DATA_DIR }) {
  return path.resolve(root, DATA_DIR, 'logs')
}

function deathOf({ name, how }, services) {
  const lines = services.find((service) => service.name === name)?.lastLines()
  return new Explained(`${lines}\n\nThe ${name} ended by itself (${how}). Its last lines stand above.`)
}

function suggestNextStep({ PUBLIC_ORIGIN, CONSOLE_ORIGIN, SANDBOX_PORT, DATA_DIR }, market) {
  const phone = `http://127.0.0.1:${SANDBOX_PORT}/phone`
  const number = demoNumber(market, 1).replace(/^(..)(...)/, '$1 $2 ')
  console.log(`
  Portal   ${PUBLIC_ORIGIN}
  Sandbox  ${phone}
  Console  ${CONSOLE_ORIGIN}, for staff: the password of all accounts is ${staffPassword}
${staffAccounts.map(({ name, roles }) => `           ${name.padEnd(18)} ${roleText(roles)}`).join('\n')}

  Recharge ${number} at ${PUBLIC_ORIGIN}/prepaid-recharge and approve Nyanja Money on the sandbox phone at ${phone}.
  Ctrl-C stops all of them. Logs are in ${path.join(DATA_DIR, 'logs')}.
`)
}

function roleText(roles) {
  return roles.join(', ').replaceAll('_', ' ') || 'no role: sees why nothing opens'
}
