import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../environment/arrivals.ts'
import { seconds } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { ApiClient, type PaymentMode, payPatiently } from '../../environment/visitor.ts'
import { audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { spansFromCapture } from '../channels/channel.ts'
import type { Drill } from '../drill/drill.ts'

export interface SilenceOptions {
  readonly payments: number
  readonly firstEnquirySeconds: number
  /** The last payer answers this long after the first possible enquiry. */
  readonly slowestPayerMs: number
  readonly seed: number
}

export interface SilenceReport {
  readonly violations: readonly Violation[]
  readonly captures: number
  /** The times from the provider's capture to the portal's. */
  readonly toFinalMs: readonly number[]
  readonly toDeliveryMs: readonly number[]
  readonly rest: Rest
}

/** In the first two minutes a payment is polled every ten seconds. */
const promisedMs = 15_000
const modes: readonly PaymentMode[] = ['NYANJA_MONEY_PUSH', 'PAYMENT_GATEWAY']

/** No callback ever arrives and no page polls: the portal learns about the money by polling alone. */
export async function paySilently({
  payments,
  firstEnquirySeconds,
  slowestPayerMs,
  seed,
}: SilenceOptions): Promise<SilenceReport> {
  const random = seededRandom(seed)
  const environment = await openEnvironment({ settings: { MONEY_FIRST_ENQUIRY_SECONDS: String(firstEnquirySeconds) } })
  try {
    const sandbox = new SandboxControl(environment.sandboxOrigin)
    for (const provider of ['money', 'dpo', 'bss']) await sandbox.fault({ provider, kind: 'callback_drop' })
    await sandbox.approvePrompts(slowestPayerMs / 2)
    const client = new ApiClient(environment.origin)
    const buy = async (index: number) => {
      const mode = modes[index % modes.length] ?? 'NYANJA_MONEY_PUSH'
      await sleep((random() * slowestPayerMs) / 2)
      const msisdn = `999000${100 + (index % 900)}`
      const id = await payPatiently(client, { msisdn, amount: 200, mode, idempotencyKey: crypto.randomUUID() })
      if (mode === 'NYANJA_MONEY_PUSH') return
      await sleep(random() * slowestPayerMs)
      await sandbox.payByCard(id, 'paid')
    }
    await Promise.all(Array.from({ length: payments }, (_, index) => buy(index)))

    await untilAllPaid(sandbox, { payments, timeoutMs: slowestPayerMs + promisedMs })
    const address = { file: path.join(environment.folder, 'portal.db'), isBeside: true }
    const rest = await untilAtRest(address, sandbox, 2 * promisedMs)
    const report = await audit(address, rest)
    return {
      violations: [...report.violations, ...forgottenOnes(payments, rest)],
      captures: report.captures,
      toFinalMs: spansFromCapture(rest, ['captured', 'captured_late']),
      toDeliveryMs: spansFromCapture(rest, ['delivered']),
      rest,
    }
  } finally {
    await environment.close()
  }
}

/** Payers who have not answered the prompt yet still will. */
async function untilAllPaid(
  sandbox: SandboxControl,
  { payments, timeoutMs }: { readonly payments: number; readonly timeoutMs: number },
): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while ((await sandbox.records()).captures.length < payments && Date.now() < giveUpAt) await sleep(200)
}

/** Every payer paid, so everything must have been captured and recorded. */
function forgottenOnes(payments: number, { accounts }: Rest): Violation[] {
  const captured = accounts.attempts.filter(({ state }) => state === 'captured').length
  if (captured === payments) return []
  return [
    { invariant: 'status checks decide every payment', id: 'all', what: `${captured} of ${payments} are captured` },
  ]
}

export const silentCallbacks: Drill = {
  name: 'silent-callbacks',
  promise: 'without any callback a payment is decided within 15 s (p99)',
  async run({ seed, isFull }) {
    const payments = isFull ? 2_000 : 500
    const report = await paySilently({ payments, firstEnquirySeconds: 5, slowestPayerMs: 100_000, seed })
    const { violations, captures, toFinalMs, toDeliveryMs } = report
    const did = [
      `${captures} payments`,
      `paid → decided p50 ${seconds(quantile(toFinalMs, 0.5))}, p99 ${seconds(quantile(toFinalMs, 0.99))}`,
      `paid → delivered p99 ${seconds(quantile(toDeliveryMs, 0.99))}`,
    ].join(', ')
    const isLate = quantile(toFinalMs, 0.99) > promisedMs
    return { did, violations: [...describeViolations(violations), ...(isLate ? ['some were decided too late'] : [])] }
  },
}
