import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { type Rest, untilSettled } from '../audit/settling.ts'
import { spansFromCapture } from '../audit/spans.ts'
import { ApiClient, type PaymentMode } from '../stage/api-client.ts'
import { seededRandom } from '../stage/random.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage } from '../stage/stage.ts'

export interface SilenceOptions {
  readonly payments: number
  readonly firstEnquirySeconds: number
  /** The last payer answers so long after the first enquiry could be made. */
  readonly slowestPayerMs: number
  readonly seed: number
}

export interface SilenceReport {
  readonly violations: readonly Violation[]
  readonly captures: number
  /** From the provider's capture to the portal's. */
  readonly toFinalMs: readonly number[]
  readonly toDeliveryMs: readonly number[]
  readonly rest: Rest
}

/** In the first two minutes a payment is asked about every ten seconds. */
const promisedMs = 15_000
const modes: readonly PaymentMode[] = ['NYANJA_MONEY_PUSH', 'PAYMENT_GATEWAY']

/** No callback ever arrives and nobody polls: what became of the money is found out by asking alone. */
export async function paySilently({
  payments,
  firstEnquirySeconds,
  slowestPayerMs,
  seed,
}: SilenceOptions): Promise<SilenceReport> {
  const random = seededRandom(seed)
  const stage = await openStage({ settings: { MONEY_FIRST_ENQUIRY_SECONDS: String(firstEnquirySeconds) } })
  try {
    const sandbox = new SandboxDoor(stage.sandboxOrigin)
    for (const provider of ['money', 'dpo', 'bss']) await sandbox.fault({ provider, kind: 'callback_drop' })
    await sandbox.approvePrompts(slowestPayerMs / 2)
    const client = new ApiClient(stage.origin)
    const buy = async (index: number) => {
      const mode = modes[index % modes.length] ?? 'NYANJA_MONEY_PUSH'
      await sleep((random() * slowestPayerMs) / 2)
      const id = await handOver(client, `999000${100 + (index % 900)}`, mode)
      if (mode === 'NYANJA_MONEY_PUSH') return
      await sleep(random() * slowestPayerMs)
      await sandbox.payByCard(id, 'paid')
    }
    await Promise.all(Array.from({ length: payments }, (_, index) => buy(index)))

    await untilAllPaid(sandbox, { payments, patienceMs: slowestPayerMs + promisedMs })
    const address = { file: path.join(stage.folder, 'portal.db'), isBeside: true }
    const rest = await untilSettled(address, sandbox, 2 * promisedMs)
    const report = await audit(address, rest.books)
    return {
      violations: [...report.violations, ...forgottenOnes(payments, rest)],
      captures: report.captures,
      toFinalMs: spansFromCapture(rest, ['captured', 'captured_late']),
      toDeliveryMs: spansFromCapture(rest, ['delivered']),
      rest,
    }
  } finally {
    await stage.close()
  }
}

/** Whoever has not answered the prompt yet is still expected to. */
async function untilAllPaid(
  sandbox: SandboxDoor,
  { payments, patienceMs }: { readonly payments: number; readonly patienceMs: number },
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  while ((await sandbox.books()).captures.length < payments && Date.now() < giveUpAt) await sleep(200)
}

async function handOver(client: ApiClient, msisdn: string, mode: PaymentMode): Promise<string> {
  const initiated = await client.initiate({ msisdn, amount: 200, mode, idempotencyKey: crypto.randomUUID() })
  const { transactionId, status, message } = initiated
  if (transactionId === undefined) throw new Error(`The payment was not begun: HTTP ${status} ${message}`)
  await client.process(transactionId, mode)
  return transactionId
}

/** Everybody paid, so everything must have been captured and written down. */
function forgottenOnes(payments: number, { accounts }: Rest): Violation[] {
  const captured = accounts.attempts.filter(({ state }) => state === 'captured').length
  if (captured === payments) return []
  return [{ invariant: 'everything is settled by asking', id: 'all', what: `${captured} of ${payments} are captured` }]
}
