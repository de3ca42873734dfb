import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { portalUrl, ports } from './addresses.ts'

const root = path.join(import.meta.dirname, '..')

/** A whole operator with an empty database: the portal and the sandbox, as `npm start` runs them. */
export default async function startOperator(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stories-'))
  const operator = spawn(process.execPath, ['scripts/demo/run-demo.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(ports.portal),
      ADMIN_PORT: String(ports.admin),
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_BANK_PORT: String(ports.bank),
      SANDBOX_SMPP_PORT: String(ports.smpp),
      DATA_DIR: dataDir,
    },
  })
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    operator.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.push(text)
      if (said.join('').includes(portalUrl)) resolve()
    })
    operator.once('exit', (code) => reject(new Error(`The operator ended with ${code}: ${said.join('')}`)))
  })
  operator.removeAllListeners('exit')

  return async () => {
    operator.kill('SIGTERM')
    if (operator.exitCode === null) await once(operator, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}
