import { BlockList, isIP, isIPv6 } from 'node:net'

/** No address of another machine. A list of v4 addresses also meets those written as v6. */
const ownOrNone = new BlockList()
ownOrNone.addSubnet('0.0.0.0', 8)
ownOrNone.addSubnet('127.0.0.0', 8)
ownOrNone.addSubnet('169.254.0.0', 16)
ownOrNone.addSubnet('::', 96, 'ipv6')
ownOrNone.addSubnet('fe80::', 10, 'ipv6')

const anyAddress = new BlockList()
anyAddress.addAddress('0.0.0.0')
anyAddress.addAddress('::', 'ipv6')

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** As a URL has it: in its shortest form, whatever it was written as, and in brackets if it is v6. */
const bare = (host: string) => host.replace(/^\[|\]$|[.]$/g, '').toLowerCase()

/** This machine, no machine, or one that only this network segment knows. */
export function isRefusedHost(host: string): boolean {
  const name = bare(host)
  if (isIP(name) !== 0) return ownOrNone.check(name, familyOf(name))
  return /(^|[.])(localhost|ip6-localhost|ip6-loopback|localhost[.]localdomain)$/.test(name)
}

/** Listens on every address that the machine has. */
export function isAnyAddress(host: string): boolean {
  const name = bare(host)
  return name === '' || (isIP(name) !== 0 && anyAddress.check(name, familyOf(name)))
}

/** Wider than the widest private network: 10.0.0.0/8, and fc00::/7. */
const widest = { 4: 8, 6: 7 } as const

const names = ['loopback', 'linklocal', 'uniquelocal']

/** What is wrong with an entry of the trusted proxies: nothing, if it is an address, a range or a known name. */
export function faultOfProxy(entry: string): 'malformed' | 'too wide' | undefined {
  if (names.includes(entry)) return undefined
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  if ((version !== 4 && version !== 6) || more.length > 0) return 'malformed'
  if (bits === undefined) return isAnyAddress(address) ? 'too wide' : undefined
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return 'malformed'
  const isMapped = version === 6 && /^(::|0[0:]*:)ffff:/i.test(address)
  return Number(bits) < (isMapped ? 96 + widest[4] : widest[version]) ? 'too wide' : undefined
}
