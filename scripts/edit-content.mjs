import { existsSync } from 'node:fs'
import path from 'node:path'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

/** Opens the editing page, for whoever changes texts without an editor of files. Needs no build. */
await runScript(async () => {
  await install()
  const settings = path.join(root, '.env')
  return runOnNode24('scripts/demo/run-edit-content.mjs', [], existsSync(settings) ? [`--env-file=${settings}`] : [])
})
