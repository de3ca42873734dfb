import { PortalError } from '@nyanja/domain/errors'
import { compareMoney, money } from '@nyanja/domain/money/money'
import { minute, second } from '@nyanja/domain/time'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  ProviderRefund,
  RefundResult,
  Refusal,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { broken } from '../contract-faults.ts'
import { defineGateway } from '../gateway-definition.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import { type Adjustment, type Adjustments, createAdjustments } from './adjustments.ts'
import { activeIn, airtimeIn, bucketsOf, mainBucketIn } from './tmf-balance-source.ts'
import { type CurrencyOptions, createTmfClient, type TmfClient } from './tmf-client.ts'

export interface AirtimeGatewayOptions extends CurrencyOptions {
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}

/** How long a new debit may be missing from the BSS's search. */
const visibilityLagMs = minute

/** A payment that waits longer behind another debit of the line may have been abandoned in the meantime. */
const longestWaitMs = 10 * second

/** Creates the gateway of the operator as a payment provider: it debits a line's own airtime through TMF654. */
export function createAirtimeGateway(options: AirtimeGatewayOptions): PaymentGateway {
  const { currency, firstEnquiryAfterMs = 1000, now = Date.now } = options
  const client = createTmfClient(options)
  const adjustments = createAdjustments(client, currency)
  const inSequence = createCallSlots()
  const notFound = createNotFoundTally(now, visibilityLagMs)

  async function verify({ id, providerReference }: ProviderAttempt): Promise<VerificationResult> {
    const verified = toVerificationResult(await adjustments.recall(id, providerReference), id)
    if (verified === undefined)
      return notFound.isReliable(id) ? { state: 'refused', reason: 'refused' } : { state: 'unknown' }
    notFound.forget(id)
    return verified
  }

  async function verifyRefund({ id }: ProviderAttempt): Promise<RefundResult> {
    const reference = refundReferenceOf(id)
    const result = summarizeCredits(await adjustments.recall(reference))
    if (result === undefined) return notFound.isReliable(reference) ? 'refused' : 'unknown'
    notFound.forget(reference)
    return result
  }

  return {
    checkoutType: 'direct',
    firstEnquiryAfterMs,
    verify,
    verifyRefund,

    async start(request) {
      if (request.amount.currency !== currency) return { outcome: 'refused', reason: 'unsupported_currency' }
      const cameAt = now()
      // The balance must not change between the check and the debit.
      return inSequence(request.payerMsisdn, async () => {
        if (now() - cameAt > longestWaitMs) throw new PortalError('provider_unreachable', 'bss: the line is busy')
        return debit({ client, adjustments, now }, request)
      })
    },

    // A debit cannot be cancelled, only refunded.
    async abandon() {},

    refundsParts: true,

    async refund(attempt) {
      return inSequence(attempt.id, () => requestRefund(adjustments, attempt))
    },
  }
}

interface Access {
  readonly client: TmfClient
  readonly adjustments: Adjustments
  readonly now: () => number
}

async function debit({ client, adjustments, now }: Access, request: PaymentRequest): Promise<StartResult> {
  const { id, amount, description } = request
  const earlier = toVerificationResult(await adjustments.recall(id), id)
  if (earlier !== undefined) return toStartResult(earlier)
  if (now() >= request.expiresAt) return { outcome: 'refused', reason: 'expired' }

  const payer = await findPayer(client, request)
  if ('problem' in payer) return { outcome: 'refused', reason: payer.problem }
  const change = money(amount.currency, -amount.minor)
  const { state, id: providerReference } = await adjustments.make({ reference: id, change, description, ...payer })
  if (state === 'refused') return { outcome: 'refused', reason: await reasonAfterRefusal(client, request) }
  return { outcome: 'waiting', ...(providerReference !== undefined && { providerReference }) }
}

function toStartResult(earlier: VerificationResult): StartResult {
  if (earlier.state === 'refused') return { outcome: 'refused', reason: earlier.reason }
  const { providerReference } = earlier.state === 'captured' ? earlier : {}
  return { outcome: 'waiting', ...(providerReference !== undefined && { providerReference }) }
}

/** Some systems would accept a negative balance silently, so the funds are checked first. */
async function findPayer(
  client: TmfClient,
  { payerMsisdn, amount }: PaymentRequest,
): Promise<{ readonly bucketId: string } | { readonly problem: Refusal }> {
  const { profile } = client
  const where = { currency: amount.currency, profile }
  const isActive = activeIn(profile)
  const { rows, isComplete } = await bucketsOf(client, payerMsisdn)
  const main = mainBucketIn(rows.filter(isActive), where) ?? mainBucketIn(rows, where)
  if (main === undefined && !isComplete) throw broken('bucket: no main bucket, and the list is not complete')
  if (main === undefined) return { problem: 'invalid_user' }
  if (!isActive(main)) return { problem: 'declined' }
  return compareMoney(airtimeIn(main, where), amount) < 0 ? { problem: 'insufficient_funds' } : { bucketId: main.id }
}

/** The standard has no field for the reason, but the line may show it. */
async function reasonAfterRefusal(client: TmfClient, request: PaymentRequest): Promise<Refusal> {
  const payer = await findPayer(client, request).catch(() => undefined)
  return payer !== undefined && 'problem' in payer ? payer.problem : 'refused'
}

async function requestRefund(adjustments: Adjustments, attempt: ProviderRefund): Promise<RefundResult> {
  const { id, amount, part = amount, providerReference } = attempt
  const debits = await adjustments.recall(id, providerReference)
  const taken = debits.find(({ state }) => state === 'done')
  if (taken === undefined) return 'refused'

  const reference = refundReferenceOf(id)
  const earlier = summarizeCredits(await adjustments.recall(reference))
  // A refused adjustment has no effect, so it may be requested again.
  if (earlier !== undefined && earlier !== 'refused') return earlier
  const { bucketId } = taken
  if (bucketId === undefined)
    throw new PortalError('provider_broke_contract', 'bss adjustBalance: a debit of no bucket')
  const made = await adjustments.make({ reference, change: part, bucketId, description: `refund of ${id}` })
  return summarizeCredits([made]) ?? 'unknown'
}

const refundReferenceOf = (id: string): string => `${id}-refund`

/** Runs tasks of the same key in sequence, in order of arrival. */
function createCallSlots(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()

  return async (key, work) => {
    const before = last.get(key)
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/** Combines the results of all debits of one attempt: undefined when the BSS has none. */
function toVerificationResult(debits: readonly Adjustment[], attemptId: string): VerificationResult | undefined {
  const [taken, ...more] = debits.filter(({ state }) => state === 'done')
  if (more.length > 0) return { state: 'review', reason: 'bss adjustBalance: debited more than once' }
  if (taken !== undefined) return captured(taken, attemptId)
  if (debits.some(({ state }) => state === 'strange')) return { state: 'unknown' }
  if (debits.some(({ state }) => state === 'open')) return { state: 'pending' }
  // The standard has no field for the reason.
  return debits.length > 0 ? { state: 'refused', reason: 'refused' } : undefined
}

function captured({ id, change }: Adjustment, attemptId: string): VerificationResult {
  const amount = change && money(change.currency, 0 - change.minor)
  return { state: 'captured', attemptId, providerReference: id, ...(amount && { amount }) }
}

/** The combined result of all credits under one reference is undefined when the BSS has none. */
function summarizeCredits(credits: readonly Pick<Adjustment, 'state'>[]): RefundResult | undefined {
  if (credits.some(({ state }) => state === 'done')) return 'refunded'
  if (credits.some(({ state }) => state === 'strange')) return 'unknown'
  if (credits.some(({ state }) => state === 'open')) return 'pending'
  return credits.length > 0 ? 'refused' : undefined
}

/** The gateway that is configured together with the BSS. */
export const airtime = defineGateway({
  name: 'airtime',
  method: 'airtime',
  startTimeoutMs: 35 * second,
  lifeMs: 10 * minute,
  needsProof: true,
  settings: {},
  create: (_settings, { tmf, currency, added, observe, toggled, now }) => ({
    gateway: createAirtimeGateway({ ...tmf, currency, added, observe, toggled, now }),
  }),
})
