import { existsSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from '../../../scripts/command.mjs'
import { runOnNode24 } from '../../../scripts/node24.mjs'
import { root, run, runScript } from '../../../scripts/run.mjs'

const folder = path.join(root, 'bench', 'reliability', 'mutation')
const stryker = 'bench/reliability/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'

/** Only mutation tests use these packages, so the first run installs them. */
async function install() {
  if (existsSync(path.join(root, stryker))) return 0
  console.log('Installing the tools of bench/reliability/mutation …')
  return run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
}

await runScript(async () => {
  const { values } = readCommand({
    name: 'npm run bench -- mutate',
    about: 'Runs mutation tests of the money core; exits with 1 when too many mutants survive.',
    options: { mutate: { type: 'string', value: 'file', about: 'mutate this file alone' } },
  })
  const installed = await install()
  if (installed !== 0) return installed
  const files = values.mutate === undefined ? [] : ['--mutate', values.mutate]
  return runOnNode24(stryker, ['run', 'bench/reliability/mutation/stryker.config.mjs', ...files])
})
