import path from 'node:path'
import { parseArgs } from 'node:util'
import { SandboxControl } from '../environment/sandbox-control.ts'
import { audit, printAudit } from './audit.ts'

/** For a system at rest: what is still under way is reported as a violation. */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.data' },
    /** `postgres://…` in place of the SQLite file in the data folder. */
    database: { type: 'string' },
    sandbox: { type: 'string', default: 'http://127.0.0.1:3100' },
  },
})

const { database: url } = values
const address = url === undefined ? { file: path.join(values['data-dir'], 'portal.db'), isBeside: true } : { url }
const report = await audit(address, await new SandboxControl(values.sandbox).records())
printAudit(report)
process.exitCode = report.violations.length === 0 ? 0 : 1
