import path from 'node:path'
import { install } from '../scripts/install.mjs'
import { runOnNode24 } from '../scripts/node24.mjs'
import { runScript } from '../scripts/run.mjs'

const [bench = '', ...args] = process.argv.slice(2)
await runScript(async () => {
  await install()
  return runOnNode24(path.join('bench', bench), args, ['--disable-warning=ExperimentalWarning'])
})
