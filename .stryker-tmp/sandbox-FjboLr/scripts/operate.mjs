// @ts-nocheck
import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildIfStale } from './build.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

/** An operator's command on the portal that `npm start` runs, or on the one that the environment names. */
await runScript(async () => {
  await install()
  await buildIfStale()
  const settings = path.join(root, '.env')
  const typed = process.argv.slice(2)
  return runOnNode24('scripts/demo/run-operator.mjs', typed, existsSync(settings) ? [`--env-file=${settings}`] : [])
})
