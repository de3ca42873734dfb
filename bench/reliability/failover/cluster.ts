import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@nyanja/server/db/open'
import { findPostgres, findProgram } from '../../../scripts/check/find-tools.mjs'
import { root } from '../../../scripts/run.mjs'
import { runSql } from '../../environment/database.ts'
import { type Machine, mayMakeNetworks, type Network, openNetwork } from './machines.ts'

/** Debian packages, by a program of each. */
const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' } as const

/** Returns why the drill cannot run here; it is undefined when it can. */
export function whatIsMissing(): string | undefined {
  const missing: string[] = Object.entries(packages).flatMap(([program, name]) => (findProgram(program) ? [] : [name]))
  if (findPostgres() === undefined) missing.push('postgresql')
  if (missing.length > 0) return `apt-get install ${missing.join(' ')}`
  return mayMakeNetworks() ? undefined : 'it needs root on Linux, for network namespaces'
}

export interface Cluster {
  /** Both machines, for DATABASE_URL. */
  readonly hostsUrl: string
  /** HAProxy passes connections to PgBouncer on the primary's machine. */
  readonly proxyUrl: string
  /** The folder of all logs. */
  readonly folder: string
  primary(): Promise<DatabaseMachine>
  /** Resolves when the other machine is a standby that has every commit; synchronous, if the cluster is. */
  untilProtected(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseMachine {
  readonly machine: Machine
  readonly other: Machine
  /** Starts it again after it has vanished. */
  comeBack(): void
}

const numbers = { proxy: 11, machines: { one: 21, two: 22 }, etcd: 31 } as const
const timeoutMs = 120_000
const user = 'postgres'

/** The files in `deploy`, on the addresses of this network. */
function readDeployed(file: string, { prefix }: Network): string {
  return readFileSync(path.join(root, 'deploy', file), 'utf8').replaceAll('10.0.0.', prefix)
}

function patroniConfig(network: Network, { name, address }: Machine, folder: string, isSynchronous: boolean): string {
  const trusted = [
    'local all all trust',
    ...['all', 'replication'].map((what) => `host ${what} all ${network.prefix}0/24 trust`),
  ]
  return readDeployed('patroni/patroni.yml', network)
    .replaceAll(network.address(numbers.machines.one), address)
    .replace('name: one', `name: ${name}`)
    .replace('synchronous_mode: true', `synchronous_mode: ${isSynchronous}`)
    .replace(/data_dir: .*/, `data_dir: ${folder}/data`)
    .replace(
      /bin_dir: .*/,
      `bin_dir: ${findPostgres()}\n  pgpass: ${folder}/pgpass\n  parameters: { unix_socket_directories: '${folder}', shared_buffers: 64MB }`,
    )
    .replace(/ {2}pg_hba:[\s\S]*$/, `  pg_hba:\n${trusted.map((line) => `    - ${line}\n`).join('')}`)
}

function pgbouncerConfig(network: Network, { address }: Machine, folder: string): string {
  return readDeployed('pgbouncer/pgbouncer.ini', network)
    .replaceAll(network.address(numbers.machines.one), address)
    .replace(/auth_type = .*/, 'auth_type = trust')
    .replace(/auth_file = .*/, `auth_file = ${folder}/userlist.txt`)
    .replace(/server_tls_sslmode = .*/, 'server_tls_sslmode = disable\nunix_socket_dir =')
}

interface Own {
  readonly name: string
  readonly child: ChildProcess
}

/** Two database machines with Patroni and PgBouncer, and etcd and HAProxy on this one. */
export async function openCluster({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<Cluster> {
  const network = openNetwork([1, numbers.proxy, numbers.etcd])
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-failover-'))
  chmodSync(folder, 0o755)
  const own: Own[] = []
  const close = async () => {
    await network.close()
    for (const { child } of own.reverse()) await end(child)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  const run = (name: string, args: readonly string[]) => {
    const log = path.join(folder, `${name}.log`)
    const child = spawn('sh', ['-c', 'exec "$@" >>"$0" 2>&1', log, findProgram(name) ?? name, ...args], {
      stdio: 'ignore',
      detached: true,
    })
    process.once('exit', () => child.kill('SIGKILL'))
    own.push({ name, child })
  }
  try {
    run('etcd', etcdArguments(network, path.join(folder, 'etcd')))
    const machines = Object.entries(numbers.machines).map(([name, last]) => network.open(name, last))
    for (const machine of machines) prepareMachine(network, machine, path.join(folder, machine.name), isSynchronous)
    const start = (machine: Machine) => startMachine(machine, path.join(folder, machine.name))
    for (const machine of machines) start(machine)
    const haproxy = path.join(folder, 'haproxy.cfg')
    writeFileSync(haproxy, readDeployed('haproxy/haproxy.cfg', network))
    run('haproxy', ['-db', '-f', haproxy])
    const cluster = connectTo({ network, folder, machines, start, isSynchronous, close })
    await cluster.untilProtected()
    await createPortalDatabase(machines)
    return cluster
  } catch (error) {
    await close()
    throw error
  }
}

function etcdArguments(network: Network, data: string): readonly string[] {
  const [client, peer] = [2379, 2380].map((port) => `http://${network.address(numbers.etcd)}:${port}`)
  return [
    ...['--data-dir', data, '--initial-cluster', `default=${peer}`, '--initial-advertise-peer-urls', `${peer}`],
    ...['--listen-peer-urls', `${peer}`, '--listen-client-urls', `${client}`, '--advertise-client-urls', `${client}`],
  ]
}

function prepareMachine(network: Network, machine: Machine, folder: string, isSynchronous: boolean): void {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'patroni.yml'), patroniConfig(network, machine, folder, isSynchronous))
  writeFileSync(path.join(folder, 'pgbouncer.ini'), pgbouncerConfig(network, machine, folder))
  writeFileSync(path.join(folder, 'userlist.txt'), '"portal" ""\n')
  execFileSync('chown', ['-R', user, folder])
}

function startMachine(machine: Machine, folder: string): void {
  machine.start([findProgram('patroni') ?? '', 'patroni.yml'], { folder, logFile: `${folder}-patroni.log` })
  machine.start([findProgram('pgbouncer') ?? '', 'pgbouncer.ini'], { folder, logFile: `${folder}-pgbouncer.log` })
}

/** Creates a database whose user has the rights of an ordinary operator: it owns its database and nothing else. */
async function createPortalDatabase(machines: readonly Machine[]): Promise<void> {
  const server = openDatabase({ url: urlOver(machines, 'postgres', 'postgres') })
  try {
    await runSql(server, 'create role portal login')
    await runSql(server, 'create database portal owner portal')
  } finally {
    await server.close()
  }
}

const urlOver = (machines: readonly Machine[], as: string, database: string) =>
  `postgres://${as}@${machines.map(({ address }) => `${address}:5432`).join(',')}/${database}`

interface Parts extends Pick<Cluster, 'folder' | 'close'> {
  readonly network: Network
  readonly machines: readonly Machine[]
  readonly start: (machine: Machine) => void
  readonly isSynchronous: boolean
}

function connectTo({ network, folder, machines, start, isSynchronous, close }: Parts): Cluster {
  /** Tells whether the machine has the role now: then Patroni answers 200. */
  const has = async ({ address }: Machine, role: string) =>
    fetch(`http://${address}:8008/${role}`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const having = async (role: string) => {
    const all = await Promise.all(machines.map(async (machine) => ((await has(machine, role)) ? [machine] : [])))
    return all.flat()[0]
  }
  return {
    folder,
    close,
    hostsUrl: urlOver(machines, 'portal', 'portal'),
    proxyUrl: `postgres://portal@${network.address(numbers.proxy)}:5000/portal`,
    async primary() {
      const machine = await until('a primary', () => having('primary'), folder)
      const other = machines.find((one) => one !== machine)
      if (other === undefined) throw new Error('The primary is alone')
      return {
        machine,
        other,
        comeBack() {
          machine.plugIn()
          start(machine)
        },
      }
    },
    async untilProtected() {
      const standby = isSynchronous ? 'synchronous' : 'replica?lag=16kB'
      await until('a primary with a standby', async () => (await having('primary')) && (await having(standby)), folder)
    },
  }
}

async function until<T>(what: string, find: () => Promise<T | undefined>, folder: string): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > giveUpAt) throw new Error(`There is not ${what}; the logs:\n${readLogs(folder)}`)
    await sleep(200)
  }
}

function readLogs(folder: string): string {
  const files = ['etcd', 'haproxy', 'one-patroni', 'two-patroni'].map((name) => path.join(folder, `${name}.log`))
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-1_500) : '')).join('\n')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
