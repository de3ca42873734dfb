import path from 'node:path'
import { buildIfStale } from '../build.mjs'
import { envWithNode24 } from '../node24.mjs'
import { root, run, runScript } from '../run.mjs'
import { deployPrograms } from './find-tools.mjs'
import { prepare } from './prepare.mjs'

// All programs are there, so no test of these files is skipped.
await runScript(async () => {
  const mayInstall = process.argv[2] !== 'no-install'
  const { env } = await prepare(new Set(Object.keys(deployPrograms)), { mayInstall })
  await buildIfStale()

  const vitest = path.join(root, 'node_modules', '.bin', 'vitest')
  const codes = [
    await run(vitest, ['run', 'scripts/deploy.test.ts'], { env: envWithNode24(env) }),
    await run(process.execPath, [path.join(root, 'bench/run.mjs'), 'dashboard'], { env }),
  ]
  return Math.max(...codes)
})
