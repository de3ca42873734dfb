import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { runScript } from './run.mjs'

await runScript(async () => {
  await install({ tools: true })
  return runOnNode24('scripts/check/run-repeat.mjs', process.argv.slice(2))
})
