import { decideOtp, type OtpDecision, type OtpLimits, otpWaitMs, readOtp } from '@nyanja/domain/otp'
import type { RatePolicy } from '@nyanja/domain/rate-limits/rate-limit'
import type { Challenges } from './challenges.ts'
import type { CodeSecrets } from './code-secrets.ts'
import {
  type CodeCheck,
  type CodeRequest,
  type CodeRequester,
  type Dead,
  type NotSent,
  type Proof,
  type ResendResult,
  type SendResult,
  type Sent,
  type VerifyResult,
  type WalletRefused,
  wrongCode,
} from './code-text.ts'
import type {
  CodeStore,
  OneTimeCode,
  OtpBinding,
  OtpPlace,
  OtpPurpose,
  ProofKey,
  ProofStore,
  Sending,
} from './one-time-code.ts'
import { type WalletCodes, type WalletConsent, WalletService } from './wallet-codes.ts'

export interface OneTimeCodesOptions {
  readonly store: CodeStore
  readonly proofs: ProofStore
  readonly secrets: CodeSecrets
  readonly limits: OtpLimits
  readonly policy: RatePolicy
  /** Runs the line check, because codes are sent to the operator's own subscribers only. */
  readonly isOurLine: (msisdn: string) => Promise<boolean>
  /** For these purposes a wallet creates, sends and verifies the code. Our own limits and tries apply as well. */
  readonly wallets: Readonly<Partial<Record<OtpPurpose, WalletCodes>>>
  readonly challenges: Pick<Challenges, 'accept' | 'isToken'>
  readonly clientNetworks: ClientNetworkRecord
  /** Masks the line or account that the payment is for. Without it no code is for a payment with a known receiver. */
  readonly maskReceiver?: (code: OtpBinding) => Promise<string | undefined>
  readonly now: () => number
  /** Makes an id that cannot be guessed: 128 bits or more. */
  readonly newId: () => string
  readonly newCode: () => string
  /** Notifies the worker that a message is due. */
  readonly notify: () => void
  readonly alert: (event: OtpAlert) => void
}

/** The count of requests of a class of addresses that did not succeed. */
export interface ClientNetworkRecord {
  /** Counts the request, and returns the number of those before it. */
  countRequest(clientIp: string): number
  /** Takes back the count of a request that continues one that was counted. */
  uncountRequest(clientIp: string): void
  /** A code that was requested from there was entered. */
  countSuccess(clientIp: string): void
}

export type OtpAlert = 'otp_budget_spent' | 'otp_breaker'

/** A code that was sent and not entered yet. */
export interface PendingCode {
  readonly purpose: OtpPurpose
  readonly msisdn: string
  readonly resendInSeconds: number
  readonly attemptsLeft: number
}

interface Vouching {
  readonly channel: string
  readonly language: string
}

interface Vouched {
  readonly uniqueCode: string
  readonly expiresAt: number
}

/** Determines whether a visitor holds the handset of a number. */
export class OneTimeCodes {
  readonly #options: OneTimeCodesOptions
  readonly #walletService: WalletService

  constructor(options: OneTimeCodesOptions) {
    this.#options = options
    this.#walletService = new WalletService(options)
  }

  /** Concurrent equal requests send one message and return the same answer. */
  async send(request: CodeRequest): Promise<SendResult> {
    // A wallet knows its own numbers.
    const isOurs = this.#walletService.serves(request) || (await this.#options.isOurLine(request.msisdn))
    return isOurs ? this.#begin(request, false) : { outcome: 'not_our_line' }
  }

  /**
   * The answer does not reveal whether a message is sent. Where none may be sent, or the line is another operator's, a
   * decoy replaces the code: it counts and answers like a code, and no input matches it.
   */
  async sendBlind(request: CodeRequest, mayGoOut: boolean): Promise<Sent | NotSent> {
    const isOurs = await this.#options.isOurLine(request.msisdn)
    const sent = await this.#begin(request, !(isOurs && mayGoOut))
    switch (sent.outcome) {
      case 'no_wallet':
      case 'wallet_refused':
        throw new Error(`A wallet sends the codes for ${request.purpose}`)
      default:
        return sent
    }
  }

  /** Sends a new code under the same id. The old one becomes invalid, and the tries stay spent. */
  async resend(refId: string, place: OtpPlace, requester: CodeRequester = {}): Promise<ResendResult> {
    const { store, limits, now } = this.#options
    const old = await store.code(refId, place)
    if (old === undefined || old.isVerified || now() >= old.createdAt + limits.resendLifeMs)
      return { outcome: 'expired' }
    if (old.tries >= limits.tries) return { outcome: 'attempts_exhausted' }

    const making = await this.#codeOf(old, this.#isDecoy(old))
    const decision = await this.#judged(requester, old.subject, (judging) => store.renew({ ...making, ...judging }))
    if (decision === undefined) return { outcome: 'expired' }
    // No message was sent, so the answer must not claim one.
    return decision.outcome === 'send' ? this.#carry(making.code) : this.#refusal(decision)
  }

  /** Returns the code for the page that requests it: undefined once no code can be sent under this id. */
  async pending(refId: string, place: OtpPlace): Promise<PendingCode | undefined> {
    const { store, limits, now } = this.#options
    const code = await store.code(refId, place)
    if (code === undefined || code.isVerified || now() >= code.createdAt + limits.resendLifeMs) return undefined
    const resendInSeconds = seconds(otpWaitMs(code.sentAt, now(), limits))
    return { purpose: code.purpose, msisdn: code.msisdn, resendInSeconds, attemptsLeft: limits.tries - code.tries }
  }

  /** Finds the id of the last code for exactly this, while it can still be entered, for a visitor who lost its page. */
  async findPendingCodeId(binding: OtpBinding, channel: string): Promise<string | undefined> {
    const { store, limits, now } = this.#options
    const code = await store.lastFor(binding, channel)
    const isOpen = code !== undefined && !code.isVerified && code.tries < limits.tries && now() < code.expiresAt
    return isOpen ? code.id : undefined
  }

  /** The try is spent before the code is compared, so that parallel guesses count each. */
  async verify(refId: string, typed: string, place: OtpPlace, clientIp?: string): Promise<VerifyResult> {
    const { store, secrets, limits, clientNetworks, newId, now } = this.#options
    const service = this.#walletService
    const reading = readOtp(typed)
    if (reading.outcome !== 'valid') return { outcome: 'not_a_code' }

    const code = await store.spendTry(refId, place, limits.tries)
    if (code === undefined) return this.#whyDead(refId, place)
    const check = service.serves(code) ? await service.check(code, reading.code) : this.#check(code, reading.code)
    if (check.outcome !== 'right') return check
    const uniqueCode = newId()
    const { expiresAt = now() + limits.proofLifeMs, sealedConsent } = check
    const proof = { digest: secrets.digestOfProof(uniqueCode), expiresAt, ...(sealedConsent && { sealedConsent }) }
    if (!(await store.confirm(code, proof))) return { outcome: 'expired' }
    if (clientIp !== undefined) clientNetworks.countSuccess(clientIp)
    const { purpose, msisdn, subject } = code
    return { outcome: 'verified', uniqueCode, expiresAt, purpose, msisdn, subject }
  }

  /**
   * Creates a proof for a visitor who proved the number in another way, which the caller has verified. Nothing is sent.
   */
  async vouch({ purpose, msisdn, subject }: OtpBinding, { channel, language }: Vouching): Promise<Vouched> {
    const { proofs, secrets, limits, newId, now } = this.#options
    const [at, uniqueCode] = [now(), newId()]
    const expiresAt = at + limits.proofLifeMs
    const binding = { purpose, msisdn, subject, payer: msisdn, channel, language }
    const times = { createdAt: at, sentAt: at, expiresAt: at, isVerified: true }
    await proofs.vouch(
      { id: newId(), ...binding, digest: '', sends: 0, tries: 0, ...times },
      { digest: secrets.digestOfProof(uniqueCode), expiresAt },
    )
    return { uniqueCode, expiresAt }
  }

  /** Reads what a proof is valid for, without spending it, for pages that a visitor may reload. */
  async findProvenBinding(proof: Proof): Promise<OtpBinding | undefined> {
    const proven = await this.#options.proofs.find(this.#keyOf(proof))
    return proven && { purpose: proven.purpose, msisdn: proven.msisdn, subject: proven.subject }
  }

  /** Returns the wallet's answer to the code. It stays valid for the tries of one payment. */
  async consentOf(proof: Proof): Promise<(OtpBinding & { readonly consent: WalletConsent }) | undefined> {
    const proven = await this.#options.proofs.find(this.#keyOf(proof))
    const consent = proven && this.#walletService.consentIn(proven)
    if (proven === undefined || consent === undefined) return undefined
    return { purpose: proven.purpose, msisdn: proven.msisdn, subject: proven.subject, consent }
  }

  /** Returns true only once, and only for what the code was sent for. */
  async consume(proof: Proof, { purpose, msisdn, subject }: OtpBinding): Promise<boolean> {
    return this.#options.proofs.consume(this.#keyOf(proof), { purpose, msisdn, subject })
  }

  /** Binds a proof without an order to this order and to no other: true only once. */
  async tie(proof: Proof, { purpose, msisdn, subject }: OtpBinding, order: string): Promise<boolean> {
    return this.#options.proofs.tie(this.#keyOf(proof), { purpose, msisdn, subject }, order)
  }

  #keyOf(proof: Proof): ProofKey {
    return 'refId' in proof ? { id: proof.refId } : { digest: this.#options.secrets.digestOfProof(proof.uniqueCode) }
  }

  async #begin(request: CodeRequest, isDecoy: boolean): Promise<Sent | WalletRefused | NotSent> {
    const { store, newId, now } = this.#options
    const { purpose, msisdn, subject, channel, language, payer = msisdn } = request
    const known = { id: newId(), purpose, msisdn, subject, channel, language, payer }
    const making = await this.#codeOf({ ...known, sends: 0, tries: 0, createdAt: now(), isVerified: false }, isDecoy)
    const decision = await this.#judged(request, subject, (judging) => store.begin({ ...making, ...judging }))
    if (decision.outcome === 'send') return this.#carry(making.code)
    return this.#refusal(decision, decision.outcome === 'too_soon' ? await store.lastFor(request, channel) : undefined)
  }

  #check(code: OneTimeCode, typed: string): CodeCheck {
    const { secrets, limits } = this.#options
    return !this.#isDecoy(code) && secrets.isCodeOf(code, typed)
      ? { outcome: 'right' }
      : wrongCode(limits.tries - code.tries)
  }

  #isDecoy(code: OneTimeCode): boolean {
    return code.digest === '' && !this.#walletService.serves(code)
  }

  async #codeOf(
    known: Omit<OneTimeCode, 'digest' | 'sentAt' | 'expiresAt'>,
    isDecoy: boolean,
  ): Promise<Omit<Sending, 'judge' | 'hasWaited'>> {
    const { secrets, limits, newCode, newId, now, maskReceiver } = this.#options
    const sentAt = now()
    const resent = { ...known, sends: known.sends + 1, sentAt, expiresAt: sentAt + limits.codeLifeMs }
    if (isDecoy || this.#walletService.serves(resent)) return { code: { ...resent, digest: '' } }
    const digits = newCode()
    const messageId = newId()
    const receiver = await maskReceiver?.(resent)
    return {
      code: { ...resent, digest: secrets.digestOf(resent, digits) },
      message: { id: messageId, sealed: secrets.seal(digits, messageId), ...(receiver !== undefined && { receiver }) },
    }
  }

  /** A solution or token is spent only where a challenge is required, and for the current reason. */
  async #judged<Judged extends OtpDecision | undefined>(
    requester: CodeRequester,
    subject: string,
    send: (judging: Pick<Sending, 'judge' | 'hasWaited'>) => Promise<Judged>,
  ): Promise<Judged> {
    const { challenges, clientNetworks, limits, policy, now } = this.#options
    const { clientIp } = requester
    // The count is that of requests before this one, as in all other limits.
    const clientNetwork = clientIp === undefined ? 0 : clientNetworks.countRequest(clientIp) - 1
    const judging =
      (hasWorked: boolean): Sending['judge'] =>
      (history) =>
        decideOtp(history, { at: now(), hasWorked, clientNetwork }, { limits, policy })
    const decision = await send({ judge: judging(false), hasWaited: false })
    if (decision?.outcome !== 'proof_of_work_needed') return decision
    const { level, sharedLevel } = decision
    const { waitPolicy = 'challenge_wait' } = policy
    const due = { policy: 'code_message', waitPolicy, level, sharedLevel, isAtPace: clientNetwork <= 1, clientIp }
    const accepted = await challenges.accept(requester, subject, due)
    if (accepted !== undefined) return send({ judge: judging(true), hasWaited: accepted === 'wait' })
    const continues = requester.token !== undefined && challenges.isToken(requester.token, subject)
    if (continues && clientIp !== undefined) clientNetworks.uncountRequest(clientIp)
    return decision
  }

  /** The message is queued with the code; a wallet must be asked for its own. */
  async #carry(code: OneTimeCode): Promise<Sent | WalletRefused | NotSent> {
    const { limits, notify } = this.#options
    const sent = { outcome: 'sent', refId: code.id, resendInSeconds: seconds(limits.betweenSendsMs) } as const
    if (this.#walletService.serves(code)) return (await this.#walletService.send(code)) ?? sent
    notify()
    return sent
  }

  /**
   * `standing` is the code that was sent for the same before. Its own message is the reason to wait, so it is the
   * answer.
   */
  #refusal(decision: Exclude<OtpDecision, { outcome: 'send' }>, standing?: OneTimeCode): Sent | NotSent {
    const { limits, now, alert } = this.#options
    switch (decision.outcome) {
      case 'too_soon': {
        const resendInSeconds = seconds(decision.waitMs)
        const isItself = standing !== undefined && otpWaitMs(standing.sentAt, now(), limits) > 0
        const isGood = isItself && !standing.isVerified && standing.tries < limits.tries && this.#isCarried(standing)
        return isGood
          ? { outcome: 'sent', refId: standing.id, resendInSeconds }
          : { outcome: 'too_soon', resendInSeconds }
      }
      case 'proof_of_work_needed':
        if (decision.sharedLevel > 0) alert('otp_breaker')
        return { outcome: 'proof_of_work_needed', level: decision.level }
      case 'limit_reached':
        if (decision.by === 'all' || decision.by === 'channel') alert('otp_budget_spent')
        return { outcome: 'limit_reached' }
    }
  }

  #isCarried(code: OneTimeCode): boolean {
    return !this.#walletService.serves(code) || code.walletRef !== undefined
  }

  async #whyDead(refId: string, place: OtpPlace): Promise<Dead> {
    const code = await this.#options.store.code(refId, place)
    const isExhausted = code !== undefined && !code.isVerified && code.tries >= this.#options.limits.tries
    return { outcome: isExhausted ? 'attempts_exhausted' : 'expired' }
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
