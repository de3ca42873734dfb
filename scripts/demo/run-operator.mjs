import { root, run, runScript } from '../run.mjs'
import { demoSettings } from './settings.mjs'

await runScript(() =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/commands/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: demoSettings(process.env),
  }),
)
