import { existsSync } from 'node:fs'
import path from 'node:path'
import { runOnNode24 } from './node24.mjs'
import { Explained, root, runScript } from './run.mjs'

const demoFlag = '--demo'
const neededSettings = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR', 'BSS_URL']
const quiet = '--disable-warning=ExperimentalWarning'

/**
 * Runs a staff command, with the settings of `.env` and the environment and no others. It installs, builds and creates
 * nothing. `--demo` means the portal that `npm start` runs.
 */
await runScript(() => {
  const typed = process.argv.slice(2)
  const isDemo = typed.includes(demoFlag)
  const isHelp = typed.includes('--help')
  // It reads a file with a description alone.
  const isTrial = typed.includes('settlements') && typed.includes('try')
  const needsSettings = !isDemo && !isHelp && !isTrial
  const file = path.join(root, '.env')
  if (needsSettings && !existsSync(file) && neededSettings.every((name) => process.env[name] === undefined))
    throw new Explained(
      `No settings are given, in ${file} or in the environment. For the portal of npm start: npm run staff -- ${demoFlag} ${typed.join(' ')}`,
    )
  const script = isDemo ? 'scripts/demo/run-operator.mjs' : 'apps/commands/main.ts'
  const settings = existsSync(file) ? [`--env-file=${file}`] : []
  const words = typed.filter((word) => word !== demoFlag)
  return runOnNode24(script, words, [quiet, ...settings])
})
