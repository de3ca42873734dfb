import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { findNginx } from '../../../scripts/check/find-tools.mjs'
import { freePorts } from '../../../scripts/free-ports.mjs'
import { root } from '../../../scripts/run.mjs'
import { createSchema } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type JoinedPortal, openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { type Drill, type DrillReport, skip } from '../drill/drill.ts'
import { startLoad } from '../rolling-restart/load.ts'
import { type Nginx, openNginx } from '../rolling-restart/nginx.ts'

/** Makes a key as `openssl rand -base64 32` does. */
const newKey = (id: string) => ({ id, text: `${id}:${randomBytes(32).toString('base64')}` })

interface RotationOptions {
  readonly databaseUrl: string
  readonly seed: number
  readonly payers: number
  readonly checkTimeoutMs: number
}

interface Rotation {
  readonly environment: TestEnvironment
  readonly nodes: JoinedPortal[]
  readonly nginx: Nginx
}

/** Restarts each node with another setting, one after the other. Without keys the setting is left out. */
async function restartWith({ environment, nodes, nginx }: Rotation, keys: string): Promise<void> {
  for (const [at, before] of [...nodes].entries()) {
    const others = nodes.filter((node) => node !== before).map(({ origin }) => origin)
    await nginx.spreadOver(others)
    await before.portal.stop()
    const after = await environment.joinPortal(keys === '' ? {} : { settings: { DATA_KEYS: keys } })
    nodes[at] = after
    await nginx.spreadOver([...others, after.origin])
  }
}

/** Runs `portal data-keys …` on a machine with these keys. */
async function manageKeys({ environment }: Rotation, keys: string, ...args: readonly string[]): Promise<string> {
  const command = ['--disable-warning=ExperimentalWarning', 'apps/commands/main.ts', 'data-keys', ...args]
  const env = { ...environment.env, ...(keys !== '' && { DATA_KEYS: keys }) }
  return (await promisify(execFile)(process.execPath, command, { cwd: root, env })).stdout
}

/** Returns how many values are encrypted with a key, by `data-keys list`. */
const valuesOf = (list: string, id: string) => Number(new RegExp(`^${id}\\s+(\\d+)`, 'm').exec(list)?.[1] ?? 0)

/**
 * Follows what `docs/runbook/README.md` says of `DATA_KEYS`, section by section. Returns what the commands said
 * wrongly.
 */
async function followRunbook(rotation: Rotation, paid: () => Promise<unknown>): Promise<readonly string[]> {
  const [first, second] = [newKey('2026a'), newKey('2027a')]
  const wrong: string[] = []
  const expectOnly = async (keys: string, id: string, other: string) => {
    const list = await manageKeys(rotation, keys, 'list')
    if (valuesOf(list, id) === 0 || valuesOf(list, other) > 0) wrong.push(`after ${id}: ${list}`)
  }
  const restarted = async (keys: string) => {
    await restartWith(rotation, keys)
    await paid()
  }

  await restarted(`plain,${first.text}`)
  await restarted(first.text)
  await manageKeys(rotation, first.text, 're-encrypt')
  await expectOnly(first.text, first.id, 'none')

  await restarted(`${first.text},${second.text}`)
  const both = `${second.text},${first.text}`
  await restarted(both)
  await manageKeys(rotation, both, 're-encrypt')
  await expectOnly(both, second.id, first.id)
  await manageKeys(rotation, both, 'drop', first.id)
  await restarted(second.text)

  const ending = `plain,${second.text}`
  await restarted(ending)
  await manageKeys(rotation, ending, 're-encrypt')
  await expectOnly(ending, 'none', second.id)
  await manageKeys(rotation, ending, 'drop', second.id)
  await restarted('')
  return wrong
}

async function rotateUnderLoad(options: RotationOptions): Promise<DrillReport> {
  const { url, drop } = await createSchema(options.databaseUrl)
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const environment = await openEnvironment({
    settings: { DATABASE_URL: url, PUBLIC_ORIGIN: origin, DRAIN_SECONDS: '3', MONEY_FIRST_ENQUIRY_SECONDS: '2' },
  })
  try {
    const nodes: JoinedPortal[] = [environment, await environment.joinPortal()]
    const nginx = await openNginx({ folder: environment.folder, port, origins: nodes.map((node) => node.origin) })
    try {
      const sandbox = new SandboxControl(environment.sandboxOrigin)
      await sandbox.approvePrompts(100)
      const load = startLoad({ origin, visitors: 2, payers: options.payers, seed: options.seed })
      await load.untilMore(options.payers)
      const wrong = await followRunbook({ environment, nodes, nginx }, () => load.untilMore(options.payers))
      const { failures, pages, payments } = await load.end()
      const { violations, deliveries } = await audit(
        { url },
        await untilAtRest({ url }, sandbox, options.checkTimeoutMs),
      )
      return {
        did: `keys begun, rotated and ended: ${payments} payments, ${deliveries} delivered, ${pages} pages, ${failures.length} failed requests`,
        violations: [...describeViolations(violations), ...failures, ...wrong],
      }
    } finally {
      await nginx.close()
    }
  } finally {
    await environment.close()
    await drop()
  }
}

export const keyRotation: Drill = {
  name: 'key-rotation',
  promise: 'keys of personal data are begun, rotated and ended by the runbook under load, and no request fails',
  async run({ seed, databaseUrl }) {
    if (findNginx() === undefined) return skip('nginx is missing (apt-get install nginx-light)')
    return rotateUnderLoad({ databaseUrl, seed, payers: 8, checkTimeoutMs: 200_000 })
  },
}
