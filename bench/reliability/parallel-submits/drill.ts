import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { createSchema } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { type Answer, ApiClient, type PaymentMode, retryWhileBusy, Visitor } from '../../environment/visitor.ts'
import { audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import type { Drill } from '../drill/drill.ts'

export interface ParallelOptions {
  readonly rounds: number
  /** Identical calls at the same moment, spread over two processes. */
  readonly submits: number
  /** A PostgreSQL server. */
  readonly databaseUrl: string
  readonly seed: number
}

export interface ParallelReport {
  readonly violations: readonly Violation[]
  readonly orders: number
  readonly calls: number
}

interface LoadSetup {
  readonly clients: readonly ApiClient[]
  readonly visitors: readonly Visitor[]
  readonly sandbox: SandboxControl
  readonly database: OpenDatabase
  readonly submits: number
  readonly msisdn: string
}

/** The violations of one round, and the attempts that it began. */
interface Round {
  readonly ids: readonly string[]
  readonly faults: readonly string[]
  readonly calls: number
}

const checkTimeoutMs = 60_000

/** Submits the same form or call many times at once, at two processes of one portal: it counts once. */
export async function submitInParallel({
  rounds,
  submits,
  databaseUrl,
  seed,
}: ParallelOptions): Promise<ParallelReport> {
  const schema = await createSchema(databaseUrl)
  const database = openDatabase({ url: schema.url })
  const environment = await openEnvironment({ settings: { DATABASE_URL: schema.url } })
  try {
    const other = await environment.joinPortal()
    const sandbox = new SandboxControl(environment.sandboxOrigin)
    await sandbox.approvePrompts(50)
    const origins = [environment.origin, other.origin]
    const clients = origins.map((origin) => new ApiClient(origin))
    const done: Round[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [kind, submit] of submitters.entries()) {
        // Each order has a new address: one address that orders again and again gets a challenge.
        const visitors = origins.map((origin) => new Visitor(origin, environment.origin))
        const line = (seed + round * submitters.length + kind) % 900
        done.push(await submit({ clients, visitors, sandbox, database, submits, msisdn: `999000${100 + line}` }))
      }
    }
    const rest = await untilAtRest({ url: schema.url }, sandbox, checkTimeoutMs)
    const report = await audit({ url: schema.url }, rest)
    const faults = [...done.flatMap((round) => round.faults), ...done.flatMap((round) => notOnce(round, rest))]
    return {
      violations: [
        ...report.violations,
        ...faults.map((what) => ({ invariant: 'a submit counts once', id: '', what })),
      ],
      orders: done.length,
      calls: done.reduce((sum, { calls }) => sum + calls, 0),
    }
  } finally {
    await environment.close()
    await database.close()
    await schema.drop()
  }
}

const submitters = [
  (setup: LoadSetup) => callWithKeys(setup, 'NYANJA_MONEY_PUSH'),
  (setup: LoadSetup) => callWithKeys(setup, 'PAYMENT_GATEWAY'),
  (setup: LoadSetup) => callWithoutKeys(setup, 'NYANJA_MONEY_PUSH'),
  (setup: LoadSetup) => callWithoutKeys(setup, 'PAYMENT_GATEWAY'),
  (setup: LoadSetup) => postForms(setup, 'nyanja-money'),
  (setup: LoadSetup) => postForms(setup, 'card'),
] as const

/**
 * Sends initiate and process, each with one key for all: every caller gets the one answer, and another body is refused.
 */
async function callWithKeys({ clients, sandbox, submits, msisdn }: LoadSetup, mode: PaymentMode): Promise<Round> {
  const purchase = { msisdn, amount: 100, mode, idempotencyKey: crypto.randomUUID() }
  const initiated = await atOnce(submits, clients, (client) => retryWhileBusy(() => client.initiate(purchase)))
  const [id = ''] = initiated.flatMap(({ transactionId }) => transactionId ?? [])
  const key = crypto.randomUUID()
  const processed = await atOnce(submits, clients, (client) => retryWhileBusy(() => client.process(id, mode, key)))
  const stolen = await clients[0]?.initiate({ ...purchase, amount: 200 })
  if (mode === 'PAYMENT_GATEWAY') await sandbox.payByCard(id, 'paid')
  return {
    ids: [id],
    calls: initiated.length + processed.length + 1,
    faults: [
      ...unequal('initiate with a key', initiated),
      ...unequal('process with a key', processed),
      ...(stolen?.status === 409 ? [] : [`the key with another body answers HTTP ${stolen?.status}`]),
    ],
  }
}

/**
 * Sends one initiate, then independent process calls: one redirects, the others learn that it is done. The first one
 * learns the same when the payer was faster than its answer.
 */
async function callWithoutKeys({ clients, sandbox, submits, msisdn }: LoadSetup, mode: PaymentMode): Promise<Round> {
  const initiated = await clients[0]?.initiate({ msisdn, amount: 100, mode, idempotencyKey: crypto.randomUUID() })
  const id = initiated?.transactionId ?? ''
  const processed = await atOnce(submits, clients, (client) => retryWhileBusy(() => client.process(id, mode)))
  if (mode === 'PAYMENT_GATEWAY') await sandbox.payByCard(id, 'paid')
  const first = processed.filter(({ transactionStatus }) => transactionStatus !== 'ALREADY_PROCESSED')
  return {
    ids: [id],
    calls: processed.length + 1,
    faults: [
      ...processed.filter(({ status }) => status !== 200).map(({ status }) => `process answers HTTP ${status}`),
      ...(first.length <= 1 ? [] : [`${first.length} process calls handed over`]),
    ],
  }
}

/** Presses the Pay button of one order in many tabs at once. */
async function postForms({ visitors, sandbox, database, submits, msisdn }: LoadSetup, method: string): Promise<Round> {
  const order = await orderOf(visitors[0], msisdn)
  const fields = { msisdn, email: 'payer@example.com' }
  const places = await atOnce(submits, visitors, (visitor) =>
    visitor.post(`/payment/start/${method}?order=${order}`, fields).catch((error: Error) => error.message),
  )
  const astray = places.filter((place) => !/^\/payment\/(status|start\/card\/continue)\?/.test(place))
  const attempts = await database.db.selectFrom('attempts').select('id').where('order_id', '=', order).execute()
  const ids = attempts.map(({ id }) => id)
  if (method === 'card') for (const id of ids) await sandbox.payByCard(id, 'paid')
  return {
    ids,
    calls: places.length,
    faults: [
      ...astray.map((place) => `a form post led to ${place}`),
      ...(ids.length === 1 ? [] : [`form posts of one order began ${ids.length} payments`]),
    ],
  }
}

/** Types a number and an amount, as a visitor without script does. */
async function orderOf(visitor: Visitor | undefined, msisdn: string): Promise<string> {
  await visitor?.post('/prepaid-recharge', { msisdn })
  const payPath = await visitor?.post('/prepaid-recharge', { msisdn, amount: '100' })
  return new URL(payPath ?? '', 'http://portal').searchParams.get('order') ?? ''
}

function atOnce<Target, T>(
  submits: number,
  targets: readonly Target[],
  call: (target: Target) => Promise<T>,
): Promise<T[]> {
  const all = Array.from({ length: submits }, (_, index) => targets[index % targets.length])
  return Promise.all(all.flatMap((target) => (target === undefined ? [] : [call(target)])))
}

function unequal(what: string, answers: readonly Answer[]): string[] {
  const kinds = new Set(answers.map((answer) => JSON.stringify(answer)))
  const refused = answers.filter(({ status }) => status !== 200)
  return [
    ...(kinds.size === 1 ? [] : [`${what} has ${kinds.size} different answers`]),
    ...(refused.length === 0 ? [] : [`${what} answers HTTP ${refused[0]?.status} to ${refused.length}`]),
  ]
}

/** Each round bought one thing: it was charged once and delivered once. */
function notOnce({ ids }: Round, { records }: Rest): string[] {
  const captured = records.captures.filter(({ reference }) => ids.includes(reference)).length
  const delivered = records.deliveries.filter(({ reference }) => ids.includes(reference)).length
  if (captured === 1 && delivered === 1) return []
  return [`an order was captured ${captured} times and delivered ${delivered} times`]
}

export const parallelSubmits: Drill = {
  name: 'parallel-submits',
  promise:
    '100 identical submits over two processes: one capture, one delivery, equal answers; another body is refused',
  async run({ seed, isFull, databaseUrl }) {
    const report = await submitInParallel({ rounds: isFull ? 50 : 10, submits: 100, databaseUrl, seed })
    return {
      did: `${report.calls} calls for ${report.orders} orders`,
      violations: describeViolations(report.violations),
    }
  },
}
