import { type Money, money } from '@nyanja/domain/money/money'
import { expect, it } from 'vitest'
import { type TimeoutName, timeoutsMs } from '../common/timeouts.contract.ts'
import { attemptOf, type Spoilt } from '../payments/payment-gateway.contract.ts'
import type { PaymentGateway, PaymentRequest, StartResult } from '../payments/payment-gateway.ts'
import type { ProviderRecord } from './call-provider.ts'
import type { TestSandbox } from './sandbox.contract.ts'

export interface ProviderHabits<Call extends string> {
  /** The provider's name in the sandbox. */
  readonly provider: string
  /** The sandbox's operation for each call of the port. */
  readonly operations: Readonly<Record<Call, string>>
  readonly faults?: Readonly<Partial<Record<Spoilt, string>>>
  /** The fields that are specific to this provider's request number `count`. */
  readonly particulars?: (count: number) => Partial<PaymentRequest>
}

const commonFaults: Readonly<Record<Spoilt, string>> = {
  'lost before': 'hang_before',
  'lost after': 'hang_after',
  broken: 'html_before',
  garbled: 'garbage_after',
}

/** The fixture that the tests of every gateway use for one provider of the sandbox. */
export function createGatewayFixture<Call extends string>(
  sandbox: TestSandbox,
  { provider, operations, faults = {}, particulars = () => ({}) }: ProviderHabits<Call>,
) {
  const kinds = { ...commonFaults, ...faults }
  let requests = 0

  return {
    /** Makes a request with an id that was never used. */
    request(changes: Partial<PaymentRequest> = {}): PaymentRequest {
      requests += 1
      return {
        id: `TXN-${requests}`,
        amount: money('MWK', 100_050),
        description: 'Airtime recharge',
        payerMsisdn: '999000001',
        returnUrl: 'https://portal.example/return?back=secret',
        cancelUrl: 'https://portal.example/return?back=secret&status=CANCELLED',
        expiresAt: Date.now() + 600_000,
        ...particulars(requests),
        ...changes,
      }
    },
    /** Ends a payment on the provider's page. */
    conclude: (id: string, outcome: string) => sandbox.control(`/${provider}/${id}/pay`, { outcome }),
    /** Injects the fault several times for a verification, because the gateway retries it. */
    spoil: (call: Call, how: Spoilt) =>
      sandbox.injectFault({
        provider,
        operation: operations[call],
        kind: kinds[how],
        times: call === 'verify' ? 9 : 1,
      }),
    records: async (id: string) =>
      (await sandbox.records()).captures
        .filter(({ reference }) => reference === id)
        .map(({ amountMinor, refundedMinor }) => ({ amountMinor, refundedMinor })),
  }
}

/** Begins a payment of a provider with a hosted page. */
export async function begunOnPage(gateway: PaymentGateway, request: PaymentRequest) {
  const result = await gateway.start(request)
  if (result.outcome !== 'redirect') throw new Error(`It ${result.outcome}`)
  return { gateway, result, attempt: attemptOf(request, result) }
}

/** The options for calls of a test, without a pause before a retry. */
export const testCalls = (timeout: TimeoutName) => ({
  commandTimeoutMs: timeoutsMs[timeout],
  queryTimeoutMs: timeoutsMs[timeout],
  pause: async () => {},
})

/** Describes hosted pages that take kwacha, up to the sandbox's limit. */
export function describeLimits(start: (amount: Money) => Promise<StartResult>) {
  it.each([
    ['the amount is too large', money('MWK', 15_000_000_001), 'limit_exceeded'],
    ['the provider does not support the currency', money('CDF', 100_000), 'unsupported_currency'],
  ])('is refused before a page opens when %s', async (_what, amount, reason) => {
    expect(await start(amount)).toEqual({ outcome: 'refused', reason })
  })
}

/** Records what a gateway reports about its calls. */
export function recorder() {
  const seen: ProviderRecord[] = []
  return {
    seen,
    observe: (record: ProviderRecord) => void seen.push(record),
    /** The calls in order, as `token answered`. */
    requested: () => seen.map(({ operation, outcome }) => `${operation} ${outcome}`),
  }
}
