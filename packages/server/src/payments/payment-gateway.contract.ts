import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { PaymentGateway, PaymentRequest, ProviderAttempt, Refusal, StartResult } from './payment-gateway.ts'

export type Spoilt = 'lost before' | 'lost after' | 'broken' | 'garbled'

export interface PaymentGatewayFixture {
  readonly gateway: PaymentGateway
  /** Makes a request with an id that was never used. */
  request(): PaymentRequest
  /** Makes the customer act, or the payment expire, so that a started payment ends. */
  conclude(id: string, ending: string): Promise<unknown>
  /** The ending with a capture, those without, and undecided ones. */
  readonly endings: {
    readonly captured: string
    readonly refused: readonly (readonly [ending: string, reason: Refusal])[]
    readonly undecided: readonly string[]
  }
  /** Injects faults into the next answers to a call. */
  spoil(call: 'start' | 'verify' | 'refund', how: Spoilt): Promise<unknown>
  /** Returns the provider's own record of captures and refunds under one id. */
  records(id: string): Promise<readonly { readonly amountMinor: number; readonly refundedMinor: number }[]>
}

/** Builds the attempt from the known data of a request, after its start if it was started. */
export function attemptOf({ id, amount }: PaymentRequest, started?: StartResult): ProviderAttempt {
  const providerReference =
    started !== undefined && started.outcome !== 'refused' ? started.providerReference : undefined
  return { id, amount, ...(providerReference !== undefined && { providerReference }) }
}

export interface Habits {
  /** When true, the provider has no refund call: its support staff refunds on request. */
  readonly isRefundedByHand?: boolean
  /** When true, the refund call takes an amount. */
  readonly refundsParts?: boolean
}

/** Describes the contract of every payment gateway. */
export function describePaymentGateway(
  name: string,
  open: (timeout: TimeoutName) => Promise<PaymentGatewayFixture>,
  { isRefundedByHand = false, refundsParts = false }: Habits = {},
): void {
  async function started(timeout: TimeoutName = 'usual') {
    const fixture = await open(timeout)
    const request = fixture.request()
    const attempt = attemptOf(request, await fixture.gateway.start(request))
    return { ...fixture, request, attempt }
  }

  async function captured(timeout: TimeoutName = 'usual') {
    const fixture = await started(timeout)
    const { gateway, attempt, conclude, endings } = fixture
    await conclude(attempt.id, endings.captured)
    const verified = await gateway.verify(attempt)
    const { providerReference = attempt.providerReference } = verified.state === 'captured' ? verified : attempt
    return {
      ...fixture,
      verified,
      attempt: { ...attempt, ...(providerReference !== undefined && { providerReference }) },
    }
  }

  describe(`${name} as a payment gateway`, () => {
    it('starts a payment with its own checkout type', async () => {
      const { gateway, request } = await open('usual')
      const result = await gateway.start(request())
      expect(result.outcome).toBe(gateway.checkoutType === 'redirect' ? 'redirect' : 'waiting')
    })

    it('captures nothing before the customer has acted', async () => {
      const { gateway, attempt, records } = await started()
      expect(await gateway.verify(attempt)).toEqual({ state: 'pending' })
      expect(await records(attempt.id)).toEqual([])
    })

    it("reports a capture under the attempt's id, with the amount if it returns one", async () => {
      const { verified, attempt, records } = await captured()
      expect(verified).toMatchObject({ state: 'captured', attemptId: attempt.id })
      if (verified.state === 'captured' && verified.amount !== undefined)
        expect(verified.amount).toEqual(attempt.amount)
      expect(await records(attempt.id)).toEqual([{ amountMinor: attempt.amount.minor, refundedMinor: 0 }])
    })

    it('reports the same result when it is asked again', async () => {
      const { gateway, attempt } = await captured()
      expect(await gateway.verify(attempt)).toEqual(await gateway.verify(attempt))
    })

    it('reports the reason of a refusal', async () => {
      const { endings } = await open('usual')
      for (const [ending, reason] of endings.refused) {
        const { gateway, attempt, conclude } = await started()
        await conclude(attempt.id, ending)
        expect(await gateway.verify(attempt), ending).toEqual({ state: 'refused', reason })
      }
    })

    it('reports undecided payments as such', async () => {
      const { endings } = await open('usual')
      for (const ending of endings.undecided) {
        const { gateway, attempt, conclude } = await started()
        await conclude(attempt.id, ending)
        expect((await gateway.verify(attempt)).state, ending).toMatch(/^(pending|unknown|review)$/)
      }
    })

    it('charges once, however often the payment is started', async () => {
      const { gateway, request, attempt, records } = await captured()
      expect((await gateway.start(request)).outcome).toBe('waiting')
      expect((await gateway.verify(attempt)).state).toBe('captured')
      expect(await records(attempt.id)).toHaveLength(1)
    })
  })

  describe(`${name} with injected faults`, () => {
    it("throws on a lost start, and is queried by the attempt's id", async () => {
      const { gateway, request, spoil, conclude, endings } = await open('short')
      const lost = request()
      await spoil('start', 'lost after')
      const error = await gateway.start(lost).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'provider_unreachable' })
      expect(String(error)).not.toContain(lost.payerMsisdn)
      await conclude(lost.id, endings.captured)
      expect(await gateway.verify(attemptOf(lost))).toMatchObject({ state: 'captured', attemptId: lost.id })
    })

    it('captures nothing for a request that never arrived', async () => {
      const { gateway, request, spoil, records } = await open('short')
      const lost = request()
      await spoil('start', 'lost before')
      await expect(gateway.start(lost)).rejects.toMatchObject({ code: 'provider_unreachable' })
      const verified = await gateway.verify(attemptOf(lost)).catch(() => ({ state: 'unknown' }))
      expect(verified.state).toBe('unknown')
      expect(await records(lost.id)).toEqual([])
    })

    it.each([
      ['start', 'broken', 'provider_unreachable'],
      ['start', 'garbled', 'provider_broke_contract'],
    ] as const)('does not treat a %s that is %s as a refusal', async (call, how, code) => {
      const { gateway, request, spoil } = await open('usual')
      await spoil(call, how)
      await expect(gateway.start(request())).rejects.toMatchObject({ name: 'PortalError', code })
    })

    it.each([
      ['lost before', 'provider_unreachable'],
      ['broken', 'provider_unreachable'],
      ['garbled', 'provider_broke_contract'],
    ] as const)('returns no verification result when the answer is %s', async (how, code) => {
      const { gateway, attempt, conclude, endings, spoil } = await started(how === 'lost before' ? 'short' : 'usual')
      await conclude(attempt.id, endings.captured)
      await spoil('verify', how)
      await expect(gateway.verify(attempt)).rejects.toMatchObject({ name: 'PortalError', code })
    })
  })

  if (isRefundedByHand) {
    describe(`${name} without a refund call`, () => {
      it('reports that refunds are made by hand', async () => {
        const { gateway, attempt, records } = await captured()
        expect(await gateway.refund(attempt)).toBe('refused')
        expect(await gateway.verifyRefund(attempt)).toBe('unknown')
        expect(await records(attempt.id)).toEqual([{ amountMinor: attempt.amount.minor, refundedMinor: 0 }])
      })
    })
  } else {
    describe(`${name} with a refund call`, () => {
      it('refunds the whole payment', async () => {
        const { gateway, attempt, records } = await captured()
        expect(await gateway.refund(attempt)).toBe('refunded')
        expect(await records(attempt.id)).toEqual([
          { amountMinor: attempt.amount.minor, refundedMinor: attempt.amount.minor },
        ])
        expect(await gateway.verifyRefund(attempt)).toMatch(/^(refunded|unknown)$/)
      })

      it('refunds nothing that was never captured', async () => {
        const { gateway, attempt } = await started()
        expect(await gateway.refund(attempt)).toBe('refused')
      })

      it('never denies a refund when the answer is lost', async () => {
        const { gateway, attempt, spoil, records } = await captured('short')
        await spoil('refund', 'lost after')
        await expect(gateway.refund(attempt)).rejects.toMatchObject({ code: 'provider_unreachable' })
        expect(await gateway.verifyRefund(attempt)).toMatch(/^(refunded|unknown)$/)
        expect(await records(attempt.id)).toMatchObject([{ refundedMinor: attempt.amount.minor }])
      })
    })
  }

  if (refundsParts) {
    describe(`${name} with a refund of a part`, () => {
      it('refunds the part and no more', async () => {
        const { gateway, attempt, records } = await captured()
        expect(gateway.refundsParts).toBe(true)
        const refund = { ...attempt, part: money(attempt.amount.currency, 50_000) }
        expect(await gateway.refund(refund)).toBe('refunded')
        expect(await gateway.verifyRefund(refund)).toMatch(/^(refunded|unknown)$/)
        expect(await records(attempt.id)).toEqual([{ amountMinor: attempt.amount.minor, refundedMinor: 50_000 }])
        expect((await gateway.verify(attempt)).state).not.toBe('refused')
      })

      it('never denies it when the answer is lost', async () => {
        const { gateway, attempt, spoil, records } = await captured('short')
        const refund = { ...attempt, part: money(attempt.amount.currency, 50_000) }
        await spoil('refund', 'lost after')
        await expect(gateway.refund(refund)).rejects.toMatchObject({ code: 'provider_unreachable' })
        expect(await gateway.verifyRefund(refund)).toMatch(/^(refunded|unknown)$/)
        expect(await records(attempt.id)).toMatchObject([{ refundedMinor: 50_000 }])
      })
    })
  }

  describe(`${name} after a cancelled payment`, () => {
    it('leaves the outcome to verification', async () => {
      const { gateway, attempt } = await started()
      await gateway.abandon(attempt)
      expect((await gateway.verify(attempt)).state).toMatch(/^(pending|refused)$/)
    })

    it('keeps what was captured', async () => {
      const { gateway, attempt } = await captured()
      await gateway.abandon(attempt)
      expect((await gateway.verify(attempt)).state).toBe('captured')
    })
  })
}
