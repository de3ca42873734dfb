import path from 'node:path'
import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

await runScript(async () => {
  const { positionals } = readCommand({
    name: 'npm run check-market',
    about: 'Checks a market: its file, colours, texts and places (MARKET_DIR, CONTENT_DIR). Needs no build.',
    takes: ['market folder or file'],
  })
  const [file] = positionals
  await install()
  const given = file === undefined ? [] : [path.resolve(file)]
  return runOnNode24('scripts/demo/run-check-market.mjs', [path.join(root, 'apps', 'portal'), ...given])
})
