import path from 'node:path'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

/** Says what is wrong with the texts, for whoever edits them. Needs no build. */
await runScript(async () => {
  await install()
  return runOnNode24('scripts/demo/run-check-content.mjs', [path.join(root, 'apps', 'portal')])
})
