import { pbkdf2Sync } from 'node:crypto'
import { challengeSettings, computeEffort } from '@nyanja/domain/rate-limits/challenge'
import type { Drill } from '../drill/drill.ts'
import { createRandom, onlyCode, openService, purpose, type Service } from './model.ts'

const second = 1000
const minute = 60 * second

export interface AttackOptions {
  readonly requests: number
  readonly durationMs: number
  readonly seed: number
  /** The time of one guess on the attacker's core, and the number of cores. */
  readonly guessMs: number
  readonly cores?: number
}

const addresses = 5_000
const solvingShare = 0.4
/** The share of addresses that wait instead of solving, as a browser without script does. */
const waitingShare = 0.05
const honestPerMinute = 20
const withoutScriptShare = 0.1
const answeringShare = 0.92
/** How many times slower each is than a core of this machine. */
const slownessOf = { phone: 14, computer: 2 } as const
const phoneShare = 0.85
/** An honest visitor gives up then. */
const timeoutMs = 15 * minute

export interface AttackResult {
  readonly hostile: { readonly requests: number; readonly messages: number; readonly byMeans: Record<string, number> }
  readonly honest: {
    readonly visitors: number
    readonly served: number
    readonly share: number
    readonly medianSeconds: number
    readonly p95Seconds: number
    readonly hardest: number
  }
}

type Event = { readonly at: number; readonly run: () => Promise<void> }

/** Events are in the order of their times. */
class Timeline {
  readonly #heap: Event[] = []

  add(at: number, run: () => Promise<void>): void {
    const heap = this.#heap
    heap.push({ at: Math.ceil(at), run })
    for (let index = heap.length - 1; index > 0; ) {
      const parent = (index - 1) >> 1
      if (this.#at(parent) <= this.#at(index)) break
      this.#swap(parent, index)
      index = parent
    }
  }

  take(): Event | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    heap[0] = last
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      const least = [left, right].reduce((best, child) => (this.#at(child) < this.#at(best) ? child : best), index)
      if (least === index) return first
      this.#swap(least, index)
      index = least
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap
    const [left, right] = [heap[one], heap[other]]
    if (left === undefined || right === undefined) return
    heap[one] = right
    heap[other] = left
  }
}

interface Caller {
  readonly clientIp: string
  readonly msisdn: string
  readonly subject: string
}

interface World extends Service {
  readonly options: AttackOptions
  readonly random: () => number
  readonly timeline: Timeline
}

export async function runAttack(options: AttackOptions): Promise<AttackResult> {
  const random = createRandom(options.seed)
  const startAt = Date.UTC(2026, 10, 20, 12)
  const service = await openService(startAt, random)
  const world: World = { ...service, options, random, timeline: new Timeline() }
  const hostile = addHostile(world, startAt)
  const honest = addHonest(world, startAt)
  for (let event = world.timeline.take(); event !== undefined; event = world.timeline.take()) {
    world.clock.now = event.at
    await event.run()
  }
  await service.close()
  const delays = honest.delays.toSorted((left, right) => left - right)
  const atShare = (share: number) => Math.round((delays[Math.floor(delays.length * share)] ?? 0) / second)
  return {
    hostile: { requests: options.requests, messages: hostile.messages(), byMeans: hostile.byMeans },
    honest: {
      visitors: honest.visitors,
      served: delays.length,
      share: delays.length / honest.visitors,
      medianSeconds: atShare(0.5),
      p95Seconds: atShare(0.95),
      hardest: honest.hardest(),
    },
  }
}

const send = (world: World, { clientIp, msisdn, subject }: Caller, shown: { solution?: string; token?: string } = {}) =>
  world.codes.send({ purpose, msisdn, subject, channel: 'web', language: 'en', clientIp, ...shown })

function addHostile(world: World, startAt: number) {
  const { options, random, timeline, clock, guessesFor, issueToken, waitMsFor } = world
  const byMeans: Record<string, number> = { free: 0, solved: 0, waited: 0 }
  let proofs = 0
  let freeCores = options.cores ?? 1
  /** The latest challenges come first: old ones expire soon. */
  const pending: { readonly caller: Caller; readonly level: number; readonly goodUntil: number }[] = []

  async function solveNext(): Promise<void> {
    const next = pending.pop()
    if (next === undefined || freeCores === 0) return
    if (clock.now >= next.goodUntil) {
      pending.length = 0
      return
    }
    freeCores -= 1
    timeline.add(clock.now + guessesFor(next.level) * options.guessMs, async () => {
      freeCores += 1
      proofs += 1
      const sent = await send(world, next.caller, { solution: `hostile-${proofs} ${next.level}` })
      if (sent.outcome === 'sent') byMeans.solved = (byMeans.solved ?? 0) + 1
      await solveNext()
    })
  }

  async function ask(index: number): Promise<void> {
    const sender = Math.floor(random() * addresses)
    const caller = {
      clientIp: `41.${sender >> 8}.${sender & 255}.7`,
      msisdn: String(880_000_000 + Math.floor(random() * 119_999_999)),
      subject: `hostile-${index}`,
    }
    const sent = await send(world, caller)
    if (sent.outcome === 'sent') byMeans.free = (byMeans.free ?? 0) + 1
    if (sent.outcome !== 'proof_of_work_needed') return
    if (sender < addresses * solvingShare) {
      pending.push({ caller, level: sent.level, goodUntil: clock.now + challengeSettings.challengeLifeMs })
      await solveNext()
    } else if (sender < addresses * (solvingShare + (1 - solvingShare) * waitingShare)) {
      wait(caller, sent.level, issueToken(sent.level, caller.subject), 0)
    }
  }

  function wait(caller: Caller, level: number, token: string, rounds: number): void {
    timeline.add(clock.now + waitMsFor(level), async () => {
      const repeated = await send(world, caller, { token })
      if (repeated.outcome === 'sent') byMeans.waited = (byMeans.waited ?? 0) + 1
      if (repeated.outcome === 'proof_of_work_needed' && rounds < 8)
        wait(caller, repeated.level, issueToken(repeated.level, caller.subject, token), rounds + 1)
    })
  }

  for (let index = 0; index < options.requests; index += 1)
    timeline.add(startAt + random() * options.durationMs, () => ask(index))
  return { byMeans, messages: () => Object.values(byMeans).reduce((sum, count) => sum + count, 0) }
}

function addHonest(world: World, startAt: number) {
  const { options, random, timeline, clock, codes, guessesFor, issueToken, waitMsFor } = world
  const delays: number[] = []
  let proofs = 0
  let hardest = 0

  function arrive(index: number): void {
    const caller = {
      clientIp: `102.${index >> 8}.${index & 255}.9`,
      msisdn: `77${1_000_000 + index}`,
      subject: `honest-${index}`,
    }
    const cameAt = Math.ceil(startAt + random() * options.durationMs)
    const slowness = random() < phoneShare ? slownessOf.phone : slownessOf.computer
    const guessMs = random() < withoutScriptShare ? undefined : options.guessMs * slowness
    const answers = random() < answeringShare

    async function served(refId: string): Promise<void> {
      delays.push(clock.now - cameAt)
      if (!answers) return
      timeline.add(clock.now + (15 + random() * 45) * second, async () => {
        await codes.verify(
          refId,
          onlyCode,
          { channel: 'web', purposes: [purpose], subject: caller.subject },
          caller.clientIp,
        )
      })
    }

    async function ask(shown: { solution?: string; token?: string }): Promise<void> {
      const sent = await send(world, caller, shown)
      if (sent.outcome === 'sent') return served(sent.refId)
      if (clock.now - cameAt > timeoutMs) return
      if (sent.outcome === 'proof_of_work_needed') return challenge(sent.level, shown.token)
      timeline.add(clock.now + minute, () => ask({}))
    }

    function challenge(level: number, begun = ''): void {
      hardest = Math.max(hardest, level)
      const token = issueToken(level, caller.subject, begun)
      const solvingMs = guessMs === undefined ? Number.POSITIVE_INFINITY : guessesFor(level) * guessMs
      const waitMs = waitMsFor(level)
      proofs += 1
      const solution = `honest-${proofs} ${level}`
      // The page sends the first of the two: the solution, or the token after the wait.
      timeline.add(clock.now + Math.min(solvingMs, waitMs), () =>
        ask(solvingMs < waitMs ? { solution, token } : { token }),
      )
    }

    timeline.add(cameAt, () => ask({}))
  }

  const visitors = Math.round((honestPerMinute * options.durationMs) / minute)
  for (let index = 0; index < visitors; index += 1) arrive(index)
  return { visitors, delays, hardest: () => hardest }
}

const mostMessages = 500
const leastShare = 0.99
const guesses = 2_000
const hourMs = 3_600_000

export const smsPumping: Drill = {
  name: 'sms-pumping',
  promise: `100,000 hostile requests for codes send at most ${mostMessages} messages, and 99 % of honest visitors get theirs`,
  async run({ seed, isFull }) {
    const scale = isFull ? 1 : 0.2
    const guessMs = measureGuessMs()
    const { hostile, honest } = await runAttack({
      requests: 100_000 * scale,
      durationMs: hourMs * scale,
      seed,
      guessMs,
    })
    const violations = [
      ...(hostile.messages > mostMessages ? [`${hostile.messages} messages went to the attacker`] : []),
      ...(honest.share < leastShare ? [`${honest.served} of ${honest.visitors} visitors got their code`] : []),
    ]
    const { free, solved, waited } = hostile.byMeans
    const did = `${hostile.requests} hostile requests sent ${hostile.messages} messages (${free} free, ${solved} solved, ${waited} waited); ${honest.served} of ${honest.visitors} visitors got a code, median ${honest.medianSeconds} s, p95 ${honest.p95Seconds} s; a guess took ${guessMs.toFixed(2)} ms`
    return { did, violations }
  },
}

/** Measures one guess at a real challenge on one core of this machine, in native code as an attacker would run it. */
function measureGuessMs(): number {
  const { rounds } = computeEffort(1)
  const before = process.cpuUsage().user
  for (let guess = 0; guess < guesses; guess += 1) pbkdf2Sync(`guess ${guess}`, 'salt', rounds, 32, 'sha256')
  return (process.cpuUsage().user - before) / 1000 / guesses
}
