import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import type { WalletCodes } from '../../otp/wallet-codes.ts'
import type { Spoilt } from '../payment-gateway.contract.ts'
import type { VerifiableGateway } from '../payment-gateway.ts'
import type { PinEntry, PinStart, PinWallet, WalletPaymentRequest } from './pin-wallet.ts'

export interface PinWalletFixture {
  readonly wallet: PinWallet
  readonly codes: WalletCodes
  readonly gateway: VerifiableGateway
  /** Makes a request with an id and a wallet that were never used. */
  request(): WalletPaymentRequest
  readonly numberWithoutWallet: string
  readonly pins: { readonly right: string; readonly wrong: string }
  /** Returns the code in the latest text on a handset. */
  codeOn(msisdn: string): Promise<string>
  /** Encrypts a PIN like a browser. */
  seal(entry: PinEntry, pin: string): string
  /** Entries that are issued from now on have expired already. */
  ageEntries(): Promise<unknown>
  empty(msisdn: string): Promise<unknown>
  /** Injects a fault into the next answer to a call. */
  spoil(call: 'code' | 'start' | 'pin', how: Spoilt): Promise<unknown>
  /** Returns the wallet's own record of captures under one id. */
  records(id: string): Promise<readonly { readonly amountMinor: number }[]>
}

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const triesOfAll = 5

function entryOf(started: PinStart): PinEntry {
  if (started.outcome !== 'pin_wanted') throw new Error(`No PIN is wanted: ${started.outcome}`)
  return started.entry
}

/** Describes the contract of every wallet whose PIN is entered on the portal's page. */
export function describePinWallet(name: string, open: (timeout: TimeoutName) => Promise<PinWalletFixture>): void {
  async function codeSent() {
    const fixture = await open('usual')
    const { payerMsisdn: msisdn } = fixture.request()
    const sent = await fixture.codes.send(msisdn)
    if (sent.outcome !== 'sent') throw new Error(`No code: ${sent.outcome}`)
    return { ...fixture, msisdn, refId: sent.refId, otp: await fixture.codeOn(msisdn) }
  }

  async function consentOf({ codes, codeOn }: Pick<PinWalletFixture, 'codes' | 'codeOn'>, msisdn: string) {
    const sent = await codes.send(msisdn)
    const refId = sent.outcome === 'sent' ? sent.refId : sent.outcome
    const verified = await codes.verify({ refId, msisdn, otp: await codeOn(msisdn) })
    if (verified.outcome !== 'verified') throw new Error(`Not verified: ${verified.outcome}`)
    return verified.consent
  }

  async function begun(timeout: TimeoutName = 'usual') {
    const fixture = await open(timeout)
    const { wallet, seal } = fixture
    const request = fixture.request()
    const consent = await consentOf(fixture, request.payerMsisdn)
    const start = () => wallet.start(request, consent)
    const submit = ({ walletTransactionId, keyId }: PinEntry, sealed: string) =>
      wallet.submitPin({ id: request.id, walletTransactionId, keyId, sealed }, consent)
    return {
      ...fixture,
      request,
      another: fixture.request,
      consent,
      start,
      submit,
      type: (entry: PinEntry, pin: string) => submit(entry, seal(entry, pin)),
      tryPin: async (pin: string) => {
        const entry = entryOf(await start())
        return submit(entry, seal(entry, pin))
      },
    }
  }

  describe(`${name} as a sender of codes`, () => {
    it('accepts a code once', async () => {
      const { codes, refId, otp, msisdn } = await codeSent()
      expect(otp).toMatch(/^\d{6}$/)
      const verified = await codes.verify({ refId, otp, msisdn })
      expect(verified).toMatchObject({ outcome: 'verified', consent: { token: expect.any(String) } })
      if (verified.outcome === 'verified') expect(verified.consent.expiresAt).toBeGreaterThan(Date.now())
      expect((await codes.verify({ refId, otp, msisdn })).outcome).toBe('refused')
    })

    it('reports how many tries are left', async () => {
      const { codes, refId, otp, msisdn } = await codeSent()
      const wrong = { refId, otp: otherCode(otp), msisdn }
      for (const attemptsLeft of [4, 3, 2, 1]) {
        expect(await codes.verify(wrong)).toEqual({ outcome: 'wrong_otp', attemptsLeft })
      }
      expect((await codes.verify(wrong)).outcome).toBe('attempts_exhausted')
      expect((await codes.verify({ ...wrong, otp })).outcome).toBe('attempts_exhausted')
    })

    it('sends no code to a number without a wallet, nor too many', async () => {
      const { codes, numberWithoutWallet, refId, msisdn } = await codeSent()
      expect((await codes.send(numberWithoutWallet)).outcome).toBe('no_wallet')
      expect((await codes.send(msisdn)).outcome).toBe('limit_reached')
      expect((await codes.resend(refId)).outcome).toBe('limit_reached')
      expect((await codes.resend('none-of-ours')).outcome).toBe('refused')
    })

    it('throws when an answer is lost', async () => {
      const { codes, request, spoil } = await open('short')
      const { payerMsisdn } = request()
      await spoil('code', 'lost before')
      const error = await codes.send(payerMsisdn).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'provider_unreachable' })
      expect(String(error)).not.toContain(payerMsisdn)
    })
  })

  describe(`${name} as a wallet with PIN`, () => {
    it('takes nothing before the PIN', async () => {
      const { gateway, request, start, records } = await begun()
      expect(await start()).toMatchObject({ outcome: 'pin_wanted', attemptsLeft: triesOfAll })
      expect(await gateway.verify(request)).toEqual({ state: 'pending' })
      expect(await records(request.id)).toEqual([])
    })

    it('captures with the correct PIN', async () => {
      const { gateway, request, tryPin, pins, records } = await begun()
      expect(await tryPin(pins.right)).toEqual({ outcome: 'processing' })
      const { id, amount } = request
      expect(await gateway.verify(request)).toMatchObject({ state: 'captured', attemptId: id, amount })
      expect(await records(id)).toEqual([{ amountMinor: amount.minor }])
    })

    it('captures once, however often the PIN is sent', async () => {
      const { request, start, type, pins, records } = await begun()
      const entry = entryOf(await start())
      for (let times = 0; times < 3; times++) {
        expect(await type(entry, pins.right)).toEqual({ outcome: 'processing' })
      }
      expect(await start()).toEqual({ outcome: 'processing' })
      expect(await records(request.id)).toHaveLength(1)
    })

    it("captures with the holder's consent to this payment only", async () => {
      const fixture = await begun()
      const { wallet, start, submit, request, consent, records } = fixture
      const entry = entryOf(await start())
      const stranger = await consentOf(fixture, fixture.another().payerMsisdn)
      expect(await wallet.start(request, stranger)).toEqual({ outcome: 'consent_needed' })
      expect(await wallet.start({ ...request, id: `${request.id}-2` }, consent)).toEqual({ outcome: 'consent_needed' })
      const sealed = fixture.seal(entry, fixture.pins.right)
      expect(await wallet.submitPin({ id: request.id, ...entry, sealed }, stranger)).toEqual({
        outcome: 'consent_needed',
      })
      expect(await records(request.id)).toEqual([])
      expect(await submit(entry, sealed)).toEqual({ outcome: 'processing' })
    })

    it('refuses insufficient funds', async () => {
      const { gateway, request, empty, tryPin, pins } = await begun()
      await empty(request.payerMsisdn)
      expect(await tryPin(pins.right)).toMatchObject({ outcome: 'refused', reason: 'insufficient_funds' })
      expect(await gateway.verify(request)).toEqual({ state: 'refused', reason: 'insufficient_funds' })
    })
  })

  describe(`the PIN of ${name}`, () => {
    it('can be corrected', async () => {
      const { gateway, request, start, type, tryPin, pins } = await begun()
      const wrong = await tryPin(pins.wrong)
      expect(wrong).toMatchObject({ outcome: 'wrong_pin', attemptsLeft: triesOfAll - 1 })
      expect(await gateway.verify(request)).toEqual({ state: 'pending' })
      const entry = wrong.outcome === 'wrong_pin' && wrong.entry ? wrong.entry : entryOf(await start())
      expect(await type(entry, pins.right)).toEqual({ outcome: 'processing' })
      expect((await gateway.verify(request)).state).toBe('captured')
    })

    it('locks the wallet after five wrong ones', async () => {
      const { gateway, request, tryPin, start, pins, records } = await begun()
      for (let attemptsLeft = triesOfAll - 1; attemptsLeft > 0; attemptsLeft--) {
        expect(await tryPin(pins.wrong)).toMatchObject({ outcome: 'wrong_pin', attemptsLeft })
      }
      expect(await tryPin(pins.wrong)).toEqual({ outcome: 'wallet_locked' })
      expect(await start()).toEqual({ outcome: 'wallet_locked' })
      expect(await gateway.verify(request)).toEqual({ state: 'refused', reason: 'wrong_pin' })
      expect(await records(request.id)).toEqual([])
    })

    it('costs no try when it was encrypted for another payment or for none', async () => {
      const { start, submit, type, seal, pins } = await begun()
      const entry = entryOf(await start())
      const elsewhere = seal({ ...entry, walletTransactionId: 'another' }, pins.wrong)
      for (const sealed of [elsewhere, seal({ ...entry, nonce: 'AAAA' }, pins.wrong), 'bm9pc2U=', pins.right]) {
        expect(await submit(entry, sealed)).toEqual({ outcome: 'pin_unusable' })
      }
      expect(await start()).toMatchObject({ outcome: 'pin_wanted', attemptsLeft: triesOfAll })
      expect(await type(entry, pins.right)).toEqual({ outcome: 'pin_unusable' })
    })

    it('costs no try when it came too late', async () => {
      const { ageEntries, tryPin, start, pins } = await begun()
      await ageEntries()
      expect(await tryPin(pins.wrong)).toEqual({ outcome: 'pin_unusable' })
      expect(await start()).toMatchObject({ attemptsLeft: triesOfAll })
    })
  })

  describe(`${name} with injected faults`, () => {
    it.each([
      ['lost after', 'provider_unreachable', 'captured'],
      ['garbled', 'provider_broke_contract', 'captured'],
      ['lost before', 'provider_unreachable', 'pending'],
      ['broken', 'provider_unreachable', 'pending'],
    ] as const)('does not treat an answer that is %s as a refusal', async (how, code, state) => {
      const { gateway, request, start, type, pins, spoil } = await begun(how.startsWith('lost') ? 'short' : 'usual')
      const entry = entryOf(await start())
      await spoil('pin', how)
      await expect(type(entry, pins.right)).rejects.toMatchObject({ name: 'PortalError', code })
      expect((await gateway.verify(request)).state).toBe(state)
    })

    it('finds a payment again whose start was lost', async () => {
      const { start, type, pins, spoil, request, records } = await begun('short')
      await spoil('start', 'lost after')
      await expect(start()).rejects.toMatchObject({ code: 'provider_unreachable' })
      expect(await type(entryOf(await start()), pins.right)).toEqual({ outcome: 'processing' })
      expect(await records(request.id)).toHaveLength(1)
    })
  })
}
