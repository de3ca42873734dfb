import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSchema } from '../../environment/database.ts'
import { type Cleanup, printTable, seconds } from '../../environment/run-bench.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { makeOrder, Visitor } from '../../environment/visitor.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import type { Seen } from '../channels/page-reader.ts'
import { listCounts, startWatchedPayments, type WatchedPayments } from '../channels/watched-payments.ts'
import { type Drill, type DrillOptions, type DrillReport, skip } from '../drill/drill.ts'
import { whyNoNamespaces } from './namespace.ts'
import { openRepeatingProxy } from './repeating-proxy.ts'
import { type Network, openNetwork, restore, type Situation, situations } from './situations.ts'

interface Course {
  readonly situation: Situation
  readonly seen: Seen
  /** The payments were begun while it lasted, and the provider was asked for them. */
  readonly initiated: number
  readonly processed: number
  /** The time from its end until a new payment by push was delivered; undefined if none ever was. */
  readonly recoveredMs: number | undefined
}

interface NetworkOptions {
  readonly situations: readonly Situation[]
  readonly secondsEach: number
  readonly channels: number
  readonly seed: number
  readonly databaseUrl: string
  readonly checkTimeoutMs: number
}

/** Runs one situation after the other, with payments all the time. */
async function runSituations(options: NetworkOptions, cleanup: Cleanup) {
  const schema = await createSchema(options.databaseUrl)
  cleanup(() => schema.drop())
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-network-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  const network = await openNetwork({ folder, databaseUrl: schema.url, cleanup })
  const environment = await openEnvironment({
    settings: { ...network.settings, MONEY_FIRST_ENQUIRY_SECONDS: '2' },
    portalHost: network.namespace.inside,
    portalWrapper: () => network.namespace.wrapper,
  })
  cleanup(() => environment.close())
  const proxy = await openRepeatingProxy(() => environment.origin)
  cleanup(() => proxy.close())

  const { channels, seed } = options
  const payments = await startWatchedPayments({
    environment,
    origin: proxy.origin,
    channels,
    seed,
    channelTimeoutMs: 8_000,
  })
  const courses: Course[] = []
  for (const situation of options.situations) {
    const course = await runOne({ situation, network, environment, proxy, payments }, options)
    courses.push(course)
    print(course)
  }
  return { courses, ...(await payments.finish({ url: schema.url }, options.checkTimeoutMs)) }
}

/** Its page may be a minute old, as it says, and the portal notices after half a minute. */
const noticedWithinSeconds = 100

interface Running {
  readonly situation: Situation
  readonly network: Network
  readonly environment: TestEnvironment
  readonly proxy: Awaited<ReturnType<typeof openRepeatingProxy>>
  readonly payments: WatchedPayments
}

async function runOne(running: Running, { secondsEach }: NetworkOptions): Promise<Course> {
  const { situation, network, environment, proxy, payments } = running
  const { reader, promises } = payments
  const { initiated, processed } = promises
  const before = [initiated.size, processed.size] as const
  reader.take()
  proxy.repeat(situation.repeats === true)
  situation.begin(network)
  if (situation.repeats) await payByForm(proxy.origin, environment.origin)
  await sleep(Math.max(secondsEach, situation.isPushAway ? noticedWithinSeconds : 0) * 1_000)
  const seen = reader.take()
  const course = { situation, seen, initiated: initiated.size - before[0], processed: processed.size - before[1] }
  restore(network)
  proxy.repeat(false)
  return { ...course, recoveredMs: await payments.recover() }
}

const formPayments = 5

async function payByForm(origin: string, publicOrigin: string): Promise<void> {
  for (let paid = 0; paid < formPayments; paid++) {
    const visitor = new Visitor(origin, publicOrigin)
    const { paymentPath } = await makeOrder(visitor)
    const order = new URL(paymentPath, publicOrigin).searchParams.get('order') ?? ''
    const fields = { msisdn: `9990003${String(paid).padStart(2, '0')}`, email: 'payer@example.com' }
    await visitor.post(`/payment/start/nyanja-money?order=${order}`, fields)
  }
}

function print({ situation, seen, initiated, processed, recoveredMs }: Course): void {
  const { statuses, pages, claims, health, slowestMs } = seen
  console.log(
    `      ${situation.name}: ${initiated} begun, ${processed} handed over, recovered ${seconds(recoveredMs)}`,
  )
  console.log(`        payments' pages ${listCounts(statuses)}; they say: ${listCounts(claims)}`)
  console.log(
    `        other pages ${listCounts(pages)}, slowest ${seconds(slowestMs)}; service health: ${health.join(' → ')}`,
  )
}

const mostRecoveryMs = 60_000
/** A method that has failed for a while is offered to one payer in half a minute first. */
const mostRecoveryAwayMs = 150_000
const away = 'Not working right now'

function faultsOf({ situation: { name, isPushAway }, seen, recoveredMs }: Course): readonly string[] {
  const mostMs = isPushAway ? mostRecoveryAwayMs : mostRecoveryMs
  return [
    ...(recoveredMs === undefined || recoveredMs > mostMs ? [`${name}: recovered ${seconds(recoveredMs)}`] : []),
    ...(isPushAway && seen.health.at(-1) !== away
      ? [`${name}: the page of service health says ${seen.health.at(-1)}`]
      : []),
  ]
}

async function run({ seed, isFull, seconds: given, databaseUrl }: DrillOptions): Promise<DrillReport> {
  const why = whyNoNamespaces()
  if (why !== undefined) return skip(why)
  const undos: (() => unknown)[] = []
  try {
    const secondsEach = given ?? (isFull ? 120 : 25)
    const options = {
      situations,
      secondsEach,
      channels: 6,
      seed,
      databaseUrl,
      checkTimeoutMs: 300_000,
    }
    const { courses, rest, report, violations } = await runSituations(options, (undo) => undos.push(undo))
    printTable(
      ['situation', 'begun', 'handed over', 'recovered'],
      courses.map((course) => [
        course.situation.name,
        String(course.initiated),
        String(course.processed),
        seconds(course.recoveredMs),
      ]),
    )
    const did = [
      `${courses.length} situations of ${secondsEach} s`,
      `${report.attempts} payments`,
      `${report.captures} captured`,
      `${report.deliveries} delivered`,
      `${report.refunded} refunded`,
      `${report.inReview} in review`,
      `recovered at most ${seconds(Math.max(...courses.map(({ recoveredMs = Number.POSITIVE_INFINITY }) => recoveredMs)))} after each`,
      `all complete after ${seconds(rest.atRestAfterMs)}`,
    ].join(', ')
    return { did, violations: [...describeViolations(violations), ...courses.flatMap(faultsOf)] }
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
}

export const network: Drill = {
  name: 'network',
  promise:
    'while the network half works, every payment ends correctly, pages stay true, and the portal recovers by itself',
  run,
}
