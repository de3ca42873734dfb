import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { arrive } from '../../environment/arrivals.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { apiHeaders, makeOrder, payOnce, statusPath, Visitor } from '../../environment/visitor.ts'
import { type Asked, askPatiently, browserHeaders, newPage, type Seen, type Target } from './ask.ts'

const portalService = '/orp/bfe/api/portal-service'
const callbacks = '/api/portal-service/transaction/v1/pg-callback'
const line = '999000101'

/** What an attacker, or a customer, has of the portal's own. */
interface Held {
  readonly payment: string
  readonly startPath: string
}

type Make = (held: Held, index: number) => Asked

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** It has the form of an id of the portal's. */
const wrongId = (index: number) => Array.from({ length: 30 }, (_, at) => letters[(index * 7 + at * 11) % 32]).join('')

const post = (path: string, fields: Readonly<Record<string, string>>, origin: string): Asked => ({
  path,
  headers: { ...browserHeaders, origin, 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

function initiate(index: number): Asked {
  const msisdn = `999000${100 + (index % 900)}`
  const purchase = { mobileNumber: msisdn, paymentMobile: msisdn, paymentMode: 'NYANJA_MONEY_PUSH', amount: 500 }
  const where = { countryCode: '265', currencyCode: 'MWK', transactionType: 'PREPAID_RECHARGE' }
  const path = `${portalService}/transaction/v1/initiate`
  return { path, headers: apiHeaders, body: JSON.stringify({ data: { ...purchase, ...where } }) }
}

const page = (path: string): Asked => ({ path, headers: browserHeaders })
const call = (path: string): Asked => ({ path: portalService + path, headers: apiHeaders })

/** The attackers send each over all connections at once, as fast as they are answered. */
function attacksOn(origin: string) {
  return {
    pages: () => page(newPage),
    journeys: () => post('/prepaid-recharge', { msisdn: line }, origin),
    initiate: (_, index) => initiate(index),
    'nonsense status': () => page('/payment/status?id=nonsense'),
    'nonsense ids': (_, index) => page(`/payment/status/${wrongId(index)}?order=${wrongId(index + 1)}`),
    'nonsense pay-me': () => page('/pay-me/zzz'),
    'nonsense webhooks': (_, index) => ({
      path: `${callbacks}/notify/dpo/nonsense`,
      headers: { 'content-type': 'application/xml' },
      body: `<API3G><CompanyRef>${wrongId(index)}</CompanyRef></API3G>`,
    }),
    'nonsense returns': (_, index) => page(`${callbacks}/status/ORP/dpo?CompanyRef=${wrongId(index)}`),
    'nonsense fetch': (_, index) => call(`/transaction/fetch?txnId=${wrongId(index)}`),
    'nonsense API status': (_, index) => call(`/transaction/v1/status?tid=${wrongId(index)}`),
    'wrong keys': (_, index) => ({ ...call(`/transaction/v1/status?tid=${wrongId(index)}`), headers: {} }),
    receipts: ({ payment }) => page(`/payment/status/${payment}/receipt.pdf`),
    'own order': ({ startPath }) => page(startPath),
    'csp-reports': () => ({
      path: '/csp-reports',
      headers: { 'content-type': 'application/csp-report' },
      body: '{"csp-report":{"blocked-uri":"https://example.com"}}',
    }),
  } satisfies Readonly<Record<string, Make>>
}

interface Probe {
  readonly perSecond: number
  readonly kind: 'new' | 'under way' | 'visitor'
  readonly make: Make
}

/** Customers during an attack, each from an address of their own. */
const probesOn = (origin: string): Readonly<Record<string, Probe>> => ({
  initiate: { perSecond: 4, kind: 'new', make: (_, index) => initiate(index) },
  order: { perSecond: 3, kind: 'new', make: () => post('/prepaid-recharge', { msisdn: line, amount: '500' }, origin) },
  start: { perSecond: 3, kind: 'new', make: ({ startPath }) => page(startPath) },
  page: { perSecond: 3, kind: 'visitor', make: () => page(newPage) },
  'status page': { perSecond: 5, kind: 'under way', make: ({ payment }) => page(`/payment/status/${payment}`) },
  'API status': { perSecond: 5, kind: 'under way', make: ({ payment }) => apiStatus(payment) },
})

const apiStatus = (payment: string): Asked => ({ path: statusPath(payment), headers: apiHeaders })

const connections = 60
const addresses = 4
const newPaymentMs = 2_000
const underWayMs = 1_000
/** The share of each kind that must be served, whatever the attack. */
const leastServed = { new: 0.5, 'under way': 1, visitor: 0.25 } as const

export interface AttackReport {
  readonly name: string
  /** Requests of the attackers that were answered in a second. */
  readonly perSecond: number
  readonly probes: Readonly<Record<string, readonly Seen[]>>
  readonly violations: readonly string[]
}

const from = (asked: Asked, address: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'x-forwarded-for': address },
})

interface Attacked {
  readonly target: Target
  readonly seconds: number
  /** What the attackers have, and what customers have. */
  readonly held: Held
  readonly customers: Held
}

async function runAttack(
  { target, seconds, held, customers }: Attacked,
  name: string,
  makes: readonly Make[],
): Promise<AttackReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const endsAt = performance.now() + seconds * 1000
  let answered = 0
  let sent = 0
  const attacker = async (make: Make, address: string) => {
    while (performance.now() < endsAt) {
      const { status } = await askPatiently({ ...target, agent }, from(make(held, sent++), address))
      answered += 1
      // A refused attacker comes back at once; one whose connection was closed needs a moment for another.
      if (status === 0) await sleep(10)
    }
  }
  const attackers = makes.flatMap((make) =>
    Array.from({ length: Math.ceil(connections / makes.length) }, (_, index) =>
      attacker(make, `203.0.113.${1 + (index % addresses)}`),
    ),
  )
  const probes = Object.entries(probesOn(target.origin)).map(async ([probe, { perSecond, make }], kind) => {
    const seen = await arrive({ perSecond, seconds }, (intendedAt, index) =>
      askPatiently(
        target,
        from(make(customers, index), `41.70.${kind}.${index % 250}`),
        performance.now() - (Date.now() - intendedAt),
      ),
    )
    return [probe, seen] as const
  })
  const seen = Object.fromEntries(await Promise.all(probes))
  await Promise.all(attackers)
  agent.destroy()
  return { name, perSecond: answered / seconds, probes: seen, violations: judge(name, seen, target.origin) }
}

const isRefusal = ({ status }: Seen) => status === 503
const isServed = ({ status }: Seen) => status >= 200 && status < 400

function judge(name: string, probes: AttackReport['probes'], origin: string): string[] {
  return Object.entries(probesOn(origin)).flatMap(([probe, { kind }]) => {
    const seen = probes[probe] ?? []
    const served = seen.filter(isServed)
    const late = seen.filter(({ ms }) => ms > newPaymentMs)
    const wordless = seen.filter((one) => isRefusal(one) && one.headers['retry-after'] === undefined)
    const failed = seen.filter((one) => !isServed(one) && !isRefusal(one))
    const p99 = quantile(
      served.map(({ ms }) => ms),
      0.99,
    )
    const broken = [
      late.length > 0 && `${late.length} of ${seen.length} were answered after more than ${newPaymentMs} ms`,
      kind === 'under way' && p99 > underWayMs && `p99 ${p99.toFixed(0)} ms`,
      served.length < leastServed[kind] * seen.length && `only ${served.length} of ${seen.length} were served`,
      wordless.length > 0 && `${wordless.length} refusals without Retry-After`,
      failed.length > 0 && `${failed.length} failed: ${failed[0]?.status} ${failed[0]?.body.slice(0, 80)}`,
    ]
    return broken.filter((line) => line !== false).map((line) => `${name}: ${probe}: ${line}`)
  })
}

function describeAttack({ name, perSecond, probes }: AttackReport): string {
  const figures = Object.entries(probes).map(([probe, seen]) => {
    const slowest = Math.max(0, ...seen.map(({ ms }) => ms))
    return `${probe} ${seen.filter(isServed).length}/${seen.length} in ${slowest.toFixed(0)} ms`
  })
  return `${name} (${perSecond.toFixed(0)} a second): ${figures.join(', ')}`
}

export function summarizeAttacks(reports: readonly AttackReport[]): string {
  const kinds = Object.entries(probesOn(''))
  const timesOf = (wanted: Probe['kind']) =>
    kinds.flatMap(([probe, { kind }]) =>
      kind === wanted ? reports.flatMap(({ probes }) => (probes[probe] ?? []).map(({ ms }) => ms)) : [],
    )
  const slowest = Math.max(0, ...timesOf('new')).toFixed(0)
  const p99 = quantile(timesOf('under way'), 0.99).toFixed(0)
  return `${reports.length} attacks: new payments within ${slowest} ms, payments under way p99 ${p99} ms`
}

/** Attacks one portal in each way, and then in mixes, while customers pay. */
export async function attackEach(seconds: number): Promise<readonly AttackReport[]> {
  const environment = await openEnvironment({ portalCore: 0, sandboxCore: 1 })
  // Each customer has a connection of their own.
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  try {
    const { origin, sandboxOrigin } = environment
    const control = new SandboxControl(sandboxOrigin)
    const hold = async (): Promise<Held> => ({
      payment: await payOnce(origin, control),
      startPath: (await makeOrder(new Visitor(origin))).paymentPath,
    })
    const attacked = { target: { origin, agent }, seconds, held: await hold(), customers: await hold() }
    const attacks = attacksOn(origin)
    const { pages, journeys, initiate: calls, 'nonsense ids': ids, 'own order': own } = attacks
    const mixes: Readonly<Record<string, readonly Make[]>> = {
      ...Object.fromEntries(Object.entries(attacks).map(([name, make]) => [name, [make]])),
      'pages and nonsense ids': [pages, ids],
      'journeys and initiate': [journeys, calls],
      'pages, journeys and an own order': [pages, journeys, own],
      everything: Object.values(attacks),
    }
    // A process that has just started is slow until its code has run for a while.
    await runAttack(attacked, 'start', [pages, journeys])
    const reports: AttackReport[] = []
    for (const [name, makes] of Object.entries(mixes)) {
      const report = await runAttack(attacked, name, makes)
      console.log(`      ${describeAttack(report)}`)
      reports.push(report)
    }
    return reports
  } finally {
    agent.destroy()
    await environment.close()
  }
}
