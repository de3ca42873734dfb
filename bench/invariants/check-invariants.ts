import path from 'node:path'
import { readCommand } from '../../scripts/command.mjs'
import { SandboxControl } from '../environment/sandbox-control.ts'
import { audit, printAudit, readState } from './audit.ts'

/** The check is for a system at rest: anything still in progress is reported as a violation. */
const { values } = readCommand({
  name: 'npm run bench -- audit',
  about: 'Compares the database of a system at rest with the records of its providers and BSS.',
  options: {
    'data-dir': { type: 'string', default: '.data', value: 'folder', about: 'where the SQLite file is' },
    database: { type: 'string', value: 'url', about: 'a PostgreSQL in place of the SQLite file' },
    sandbox: {
      type: 'string',
      default: 'http://127.0.0.1:3100',
      value: 'url',
      about: 'where the providers are simulated',
    },
  },
})

const { database: url } = values
const address = url === undefined ? { file: path.join(values['data-dir'], 'portal.db'), isBeside: true } : { url }
const report = await audit(address, await readState(address, new SandboxControl(values.sandbox)))
printAudit(report)
process.exitCode = report.violations.length === 0 ? 0 : 1
