import { existsSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

await runScript(async () => {
  readCommand({
    name: 'npm run edit-content',
    about: 'Opens the page on which texts are edited (EDIT_PORT, CONTENT_DIR, MARKETS_DIR). Needs no build.',
  })
  await install()
  const settings = path.join(root, '.env')
  return runOnNode24('scripts/demo/run-edit-content.mjs', [], existsSync(settings) ? [`--env-file=${settings}`] : [])
})
