import path from 'node:path'
import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

await runScript(async () => {
  readCommand({
    name: 'npm run check-content',
    about: 'Lists what is wrong with texts, places and markets (CONTENT_DIR, and places beside it). Needs no build.',
  })
  await install()
  return runOnNode24('scripts/demo/run-check-content.mjs', [path.join(root, 'apps', 'portal')])
})
