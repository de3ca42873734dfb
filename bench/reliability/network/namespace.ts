import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../../../scripts/check/find-tools.mjs'

/** Returns why namespaces cannot be made here; it is undefined where they can. */
export function whyNoNamespaces(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root'
  if (findProgram('nft') === undefined) return 'nft is missing (apt-get install nftables)'
  return findProgram('ip') === undefined ? 'ip is missing (apt-get install iproute2)' : undefined
}

/** The systems at the other end of the portal's link, each at an address of its own. */
const places = { visitors: 1, database: 11, provider: 12, bss: 13, stranger: 14 } as const
export type Place = keyof typeof places

interface Rules {
  /** The filters of packets that arrive at the portal, as statements of nft: `ip saddr 10.0.0.1 drop`. */
  readonly in?: readonly string[]
  /** The filters of packets that leave it. */
  readonly out?: readonly string[]
}

/** A network namespace for the portal, behind one link of real packets. */
export interface Namespace {
  /** A command that runs another in it. */
  readonly wrapper: readonly string[]
  readonly inside: string
  readonly addressOf: (place: Place) => string
  /** Filters packets until `heal`. */
  filter(rules: Rules): void
  heal(): void
  /** Lists the ports of its connections to these systems. */
  portsTo(chosen: readonly Place[]): readonly number[]
  close(): void
}

const run = (program: string, args: readonly string[], input?: string): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'], ...(input && { input }) })

/** `pid` names it, so that several drills may run beside each other. */
export function openNamespace(pid = process.pid): Namespace {
  const name = `portal-${pid}`
  const [near, far] = [`nd${pid}a`, `nd${pid}b`]
  const network = `10.213.${pid % 256}`
  const addressOf = (place: Place) => `${network}.${places[place]}`
  const inside = `${network}.2`
  const folder = path.join('/etc/netns', name)
  const wrapper = [findProgram('ip') ?? 'ip', 'netns', 'exec', name] as const
  const ip = (...args: string[]) => run(wrapper[0], args)
  const within = (program: string, args: readonly string[], input?: string) =>
    run(wrapper[0], ['netns', 'exec', name, program, ...args], input)

  function close(): void {
    process.off('exit', close)
    // The link ends with its end inside.
    for (const args of [
      ['netns', 'del', name],
      ['link', 'del', near],
    ])
      try {
        ip(...args)
      } catch {
        // The link was not made, or is gone with the other.
      }
    rmSync(folder, { recursive: true, force: true })
  }

  // It runs also when the drill is interrupted.
  process.once('exit', close)
  // `ip netns exec` lays these files over those in /etc.
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'resolv.conf'), `nameserver ${addressOf('visitors')}\n`)
  try {
    ip('netns', 'add', name)
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    for (const place of Object.values(places)) ip('addr', 'add', `${network}.${place}/24`, 'dev', near)
    ip('link', 'set', near, 'up')
    ip('-n', name, 'addr', 'add', `${inside}/24`, 'dev', far)
    for (const device of ['lo', far]) ip('-n', name, 'link', 'set', device, 'up')
  } catch (error) {
    close()
    throw error
  }
  return {
    wrapper,
    inside,
    addressOf,
    filter({ in: arriving = [], out: leaving = [] }) {
      const chain = (hook: string, rules: readonly string[]) =>
        [`chain ${hook} {`, `type filter hook ${hook} priority 0`, ...rules, '}'].join('\n')
      const table = ['flush ruleset', 'table ip drill {', chain('input', arriving), chain('output', leaving), '}']
      within(findProgram('nft') ?? 'nft', ['-f', '-'], `${table.join('\n')}\n`)
    },
    heal: () => void within(findProgram('nft') ?? 'nft', ['flush', 'ruleset']),
    portsTo(chosen) {
      const wanted = chosen.map((place) => hexOf(addressOf(place)))
      // The kernel shows the sockets of the namespace of the process that reads.
      return ['/proc/net/tcp', '/proc/net/tcp6']
        .flatMap((file) => within('cat', [file]).split('\n').slice(1))
        .map((line) => line.trim().split(/\s+/))
        .flatMap(([, local = '', remote = '']) =>
          wanted.some((address) => remote.includes(`${address}:`))
            ? [Number.parseInt(local.split(':')[1] ?? '', 16)]
            : [],
        )
    },
    close,
  }
}

/** Formats an IPv4 address as the kernel does: the bytes are in reverse order. */
const hexOf = (address: string): string =>
  address
    .split('.')
    .toReversed()
    .map((part) => Number(part).toString(16).toUpperCase().padStart(2, '0'))
    .join('')
