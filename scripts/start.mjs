import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildIfStale } from './build.mjs'
import { readCommand } from './command.mjs'
import { install } from './install.mjs'
import { runOnNode24 } from './node24.mjs'
import { root, runScript } from './run.mjs'

await runScript(async () => {
  readCommand({
    name: 'npm start',
    about: 'Starts the portal and the simulated operator. Settings are in .env and the environment (.env.example).',
  })
  await install()
  // Its first page need not wait for the console, which is built while the portal answers.
  await buildIfStale(['portal'])
  const settings = path.join(root, '.env')
  return runOnNode24('scripts/demo/run-demo.mjs', [], existsSync(settings) ? [`--env-file=${settings}`] : [])
})
