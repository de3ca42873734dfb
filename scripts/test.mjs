import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { Explained, runScript } from './run.mjs'

await runScript(async () => {
  try {
    await install({ tools: true })
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error)
    console.log('0 passed, 1 failed')
    return 1
  }
  return runOnNode24('scripts/check/run-check.mjs', process.argv.slice(2))
})
