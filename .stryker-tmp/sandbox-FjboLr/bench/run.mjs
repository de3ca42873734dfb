// @ts-nocheck
import path from 'node:path'
import { runOnNode24 } from '../scripts/node24.mjs'
import { runScript } from '../scripts/run.mjs'

const [bench = '', ...args] = process.argv.slice(2)
await runScript(() => runOnNode24(path.join('bench', bench), args, ['--disable-warning=ExperimentalWarning']))
