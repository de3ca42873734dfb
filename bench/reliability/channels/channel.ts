import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, SandboxControl } from '../../environment/sandbox-control.ts'
import { type Answer, ApiClient, type PaymentMode } from '../../environment/visitor.ts'
import type { Accounts } from '../../invariants/accounts.ts'
import type { Rest } from '../../invariants/audit.ts'
import type { Violation } from '../../invariants/invariants.ts'

/** What the portal has acknowledged to a channel, and must never forget. */
export interface Promises {
  /** Transactions whose initiate call was answered with an id. */
  readonly initiated: Set<string>
  /** The process call of these was answered too. */
  readonly processed: Set<string>
  /** Purchases that the channel gave up without an answer. */
  abandoned: number
  /** Unsuccessful answers, by their message. */
  readonly refusals: Map<string, number>
}

interface ChannelOptions {
  readonly client: ApiClient
  readonly sandbox: SandboxControl
  readonly random: () => number
  readonly promises: Promises
  readonly nextMsisdn: () => string
  readonly isOver: () => boolean
  /** Calls of one purchase before it is given up. */
  readonly tries?: number | undefined
}

const usualTries = 6
const longestPauseMs = 1_000
const amounts = [50, 100, 200, 500]

/** Buys airtime repeatedly, and retries calls without an answer, as a careful channel does. */
export async function runChannel(options: ChannelOptions): Promise<void> {
  while (!options.isOver()) {
    await buyOnce(options)
    await sleep(options.random() * 100)
  }
}

async function buyOnce({ client, sandbox, random, promises, nextMsisdn, tries }: ChannelOptions): Promise<void> {
  const mode: PaymentMode = random() < 0.6 ? 'NYANJA_MONEY_PUSH' : 'PAYMENT_GATEWAY'
  const amount = amounts[Math.floor(random() * amounts.length)] ?? 50
  const purchase = { msisdn: nextMsisdn(), amount, mode, idempotencyKey: crypto.randomUUID() }

  const initiated = await untilAnswered(() => client.initiate(purchase), promises, tries)
  if (initiated?.transactionId === undefined) return
  const { transactionId } = initiated
  promises.initiated.add(transactionId)

  const processed = await untilAnswered(() => client.process(transactionId, mode), promises, tries)
  if (processed === undefined) return
  promises.processed.add(transactionId)
  // The payer is on the hosted page for a moment; some change their mind there.
  if (mode === 'PAYMENT_GATEWAY' && processed.redirectUrl !== undefined) {
    await sleep(random() * 300)
    await sandbox.payByCard(transactionId, random() < 0.9 ? 'paid' : 'declined')
  }
}

/** Repeats the call until it is answered: the portal may be down, or may have died while it answered. */
async function untilAnswered(
  call: () => Promise<Answer>,
  promises: Promises,
  tries = usualTries,
): Promise<Answer | undefined> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const answer = await call().catch(() => undefined)
    if (answer?.status === 200) return answer
    if (answer !== undefined && answer.status < 500) {
      const what = `${answer.status} ${answer.message}`
      promises.refusals.set(what, (promises.refusals.get(what) ?? 0) + 1)
      return undefined
    }
    await sleep(Math.min(longestPauseMs, 100 * attempt))
  }
  promises.abandoned++
  return undefined
}

/** What was acknowledged to a channel must be found through the same API in the end. */
export async function brokenPromises(origin: string, promises: Promises, accounts: Accounts): Promise<Violation[]> {
  const invariant = 'nothing that was acknowledged is lost'
  const client = new ApiClient(origin)
  const violations: Violation[] = []
  const states = new Map(accounts.attempts.map(({ id, state }) => [id, state]))
  for (const id of promises.initiated) {
    const { status } = await client.status(id)
    if (status !== 200) violations.push({ invariant, id, what: `its status answers HTTP ${status}` })
  }
  for (const id of promises.processed) {
    if (states.get(id) === 'created') violations.push({ invariant, id, what: 'its process call was not recorded' })
  }
  return violations
}

/** The time lasts from the provider's capture until the portal stored a state, of each payment that reached it. */
export function spansFromCapture({ accounts, records }: Pick<Rest, 'accounts' | 'records'>, states: readonly string[]) {
  const reachedAt = new Map(
    accounts.events.filter(({ to_state }) => states.includes(to_state)).map(({ attempt_id, at }) => [attempt_id, at]),
  )
  return records.captures.flatMap(({ reference, at }) => {
    const reached = reachedAt.get(reference)
    return reached === undefined ? [] : [reached - Date.parse(at)]
  })
}

const providers = ['money', 'dpo', 'bss'] as const

/** Each is injected into one call in fifty, before or after its effect. */
const kinds = [
  'hang_before',
  'hang_after',
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'html_before',
  'garbage_after',
] as const

const shareOfCalls = 0.02
const hangMs = 1_500

/** All faults at once, at every provider. */
export const storm: readonly Fault[] = providers.flatMap((provider) => [
  ...kinds.map((kind) => ({ provider, kind, probability: shareOfCalls, delayMs: hangMs })),
  { provider, kind: 'callback_drop', probability: 0.3 },
  { provider, kind: 'callback_duplicate', copies: 10, probability: 0.5 },
])
