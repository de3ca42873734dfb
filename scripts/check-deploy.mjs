import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { runScript } from './run.mjs'

await runScript(async () => {
  const { values } = readCommand({
    name: 'npm run check-deploy',
    about:
      'Checks all files in deploy with the programs that read them: alert rules with promtool, units with systemd-analyze, the samples of nginx, Caddy and compose, and each query of the dashboard on a Prometheus. Installs what is missing, as root on Debian or Ubuntu.',
    options: { 'no-install': { type: 'boolean', about: 'fail when a program is missing' } },
  })
  await install({ tools: true })
  return runOnNode24('scripts/check/run-check-deploy.mjs', values['no-install'] ? ['no-install'] : [])
})
