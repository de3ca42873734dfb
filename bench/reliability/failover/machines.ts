import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** A machine of its own: its processes are in a network namespace, which one cable joins to the others. */
export interface Machine {
  readonly name: string
  readonly address: string
  /** Runs a program as the user postgres. */
  start(program: readonly string[], options: StartOptions): void
  /** Pulls the cable and then the power: its peers hear nothing, no end of a connection and no reset. */
  vanish(): Promise<void>
  /** Puts the cable back in. */
  plugIn(): void
  /** Lets no packet pass between these two machines. */
  cutOff(other: Pick<Machine, 'address'>): void
  rejoin(other: Pick<Machine, 'address'>): void
}

interface StartOptions {
  readonly folder: string
  readonly logFile: string
}

export interface Network {
  /** Returns the address of a machine with this last number; `1` to `19` and `30` on are on this side of the cables. */
  address(last: number): string
  /** All addresses begin so: `10.214.7.`. */
  readonly prefix: string
  open(name: string, last: number): Machine
  close(): Promise<void>
}

const ip = (...args: readonly string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()

/** Tells whether this process may make network namespaces. */
export function mayMakeNetworks(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/sbin/ip')
}

function freePrefix(): string {
  const used = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
  const offset = process.pid % 250
  const free = Array.from({ length: 250 }, (_, at) => `10.214.${((at + offset) % 250) + 1}.`).find(
    (prefix) => !used.some((address) => address.startsWith(prefix)),
  )
  if (free === undefined) throw new Error('No network 10.214.x.0 is free')
  return free
}

/** Makes a bridge with an address for each service on this side, and a cable for each machine. */
export function openNetwork(ownLast: readonly number[]): Network {
  const prefix = freePrefix()
  const id = `nyfo${process.pid % 100_000}`
  ip('link', 'add', `${id}b`, 'type', 'bridge')
  ip('link', 'set', `${id}b`, 'up')
  for (const last of ownLast) ip('addr', 'add', `${prefix}${last}/24`, 'dev', `${id}b`)
  const machines: Machine[] = []
  const spaces: string[] = []
  const remove = () => {
    for (const space of spaces.splice(0)) {
      killAll(space)
      // The kernel gives up a namespace later, and its cable with it; the next cluster lays one of the same name.
      ip('link', 'del', space)
      ip('netns', 'del', space)
    }
    if (existsSync(`/sys/class/net/${id}b`)) ip('link', 'del', `${id}b`)
  }
  process.once('exit', remove)
  return {
    prefix,
    address: (last) => `${prefix}${last}`,
    open(name, last) {
      const space = `${id}n${last}`
      ip('netns', 'add', space)
      spaces.push(space)
      ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      ip('link', 'set', space, 'master', `${id}b`)
      ip('-n', space, 'addr', 'add', `${prefix}${last}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) ip('-n', space, 'link', 'set', device, 'up')
      const machine = openMachine(name, space, `${prefix}${last}`)
      machine.plugIn()
      machines.push(machine)
      return machine
    },
    async close() {
      await Promise.all(machines.map((machine) => machine.vanish()))
      remove()
    },
  }
}

function openMachine(name: string, space: string, address: string): Machine {
  return {
    name,
    address,
    start([program = '', ...args], { folder, logFile }) {
      const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
      const child = spawn('ip', ['netns', 'exec', space, ...user, program, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      const log = createWriteStream(logFile, { flags: 'a' })
      for (const out of [child.stdout, child.stderr]) out.pipe(log, { end: false })
      child.once('close', () => log.end())
      child.unref()
    },
    async vanish() {
      ip('link', 'set', space, 'down')
      while (killAll(space) > 0) await sleep(20)
    },
    plugIn: () => void ip('link', 'set', space, 'up'),
    cutOff: (other) => void ip('-n', space, 'route', 'add', 'blackhole', `${other.address}/32`),
    rejoin: (other) => void ip('-n', space, 'route', 'del', 'blackhole', `${other.address}/32`),
  }
}

/** Returns the number of processes that were alive. */
function killAll(space: string): number {
  const pids = ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number)
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  return pids.length
}
