import { buildIfStale } from './build.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { runScript } from './run.mjs'

await runScript(async () => {
  await install()
  await buildIfStale()
  return runOnNode24('scripts/demo/run-demo.mjs', [], ['--env-file-if-exists=.env'])
})
