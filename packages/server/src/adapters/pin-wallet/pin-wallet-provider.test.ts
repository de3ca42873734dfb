import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TimeoutName } from '../../common/timeouts.contract.ts'
import { describePaymentGateway } from '../../payments/payment-gateway.contract.ts'
import type { PaymentGateway, PaymentRequest } from '../../payments/payment-gateway.ts'
import { describePinWallet } from '../../payments/pin/pin-wallet.contract.ts'
import type { PinEntry, WalletConsent } from '../../payments/pin/pin-wallet.ts'
import { listenWith } from '../callback-receiver.contract.ts'
import { createGatewayFixture, recorder, testCalls } from '../gateway-fixture.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createWalletCallbackReader } from './callback.ts'
import type { PinWalletOptions } from './calls.ts'
import type { PinWalletProvider } from './pin-wallet-provider.ts'
import { openTestWallet } from './test-wallet.ts'

const { url, readings } = await listenWith(createWalletCallbackReader({ secrets: ['nyanja-sandbox-wallet'] }))
const sandbox = testSandbox({ portalUrl: new URL(url).origin })

const brands = [
  { name: 'nyanja-money-pin', paymentMode: 'NYANJA_MONEY', brand: 'nyanja-money' },
  { name: 'smartcash', paymentMode: 'KS', brand: 'smartcash' },
] as const
type Brand = (typeof brands)[number]
const [nyanjaMoney, smartCash] = brands

const open = ({ name, paymentMode }: Brand, options: Partial<PinWalletOptions> = {}, timeout: TimeoutName = 'usual') =>
  openTestWallet(sandbox.url, { name, paymentMode, ...testCalls(timeout), ...options })

const { request, spoil, records } = createGatewayFixture(sandbox, {
  provider: 'wallet',
  operations: { code: 'otpSend', start: 'initiate', pin: 'process', verify: 'status', refund: 'refund' },
  // Each request has a separate wallet, because a number gets only one code a minute.
  particulars: (count) => ({ payerMsisdn: `999000${100 + (count % 900)}` }),
})

const Text = z.object({ text: z.string() })
const codeOn = async (msisdn: string) =>
  Text.parse(await sandbox.control(`/sms/latest?msisdn=${msisdn}`)).text.slice(0, 6)

async function consentOf({ codes }: PinWalletProvider, msisdn: string): Promise<WalletConsent> {
  const sent = await codes.send(msisdn)
  const refId = sent.outcome === 'sent' ? sent.refId : ''
  const verified = await codes.verify({ refId, msisdn, otp: await codeOn(msisdn) })
  if (verified.outcome !== 'verified') throw new Error(`Not verified: ${verified.outcome}`)
  return verified.consent
}

function seal({ publicKey, walletTransactionId, nonce }: PinEntry, pin: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const text = Buffer.from(`v1|${walletTransactionId}|${nonce}|${pin}`)
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, text).toString('base64')
}

const set = (settings: object) => sandbox.control('/wallet/settings', settings)
const conclude = (id: string, to: string) => sandbox.control(`/wallet/payments/${id}/turn`, { to })
const change = ({ brand }: Brand, msisdn: string, changes: object) =>
  sandbox.control(`/wallet/wallets/${brand}/${msisdn}`, changes)

/** Treats the provider as a gateway without PIN entry: the common gateway contract applies to it too. */
function asGateway(provider: PinWalletProvider): PaymentGateway {
  return {
    ...provider.gateway,
    checkoutType: 'push',
    async start(requested) {
      const started = await provider.wallet.start(requested, await consentOf(provider, requested.payerMsisdn))
      return started.outcome === 'refused' ? started : { outcome: 'waiting' }
    },
  }
}

describe.each(brands)('$name', (brand) => {
  describePinWallet('the wallet', async (timeout) => ({
    ...open(brand, {}, timeout),
    request,
    numberWithoutWallet: '999000031',
    pins: { right: '1234', wrong: '0000' },
    codeOn,
    seal,
    ageEntries: () => set({ nonceMs: 0 }),
    empty: (msisdn) => change(brand, msisdn, { balanceMinor: 0 }),
    spoil,
    records: async (id) => (await records(id)).map(({ amountMinor }) => ({ amountMinor })),
  }))
})

describePaymentGateway(
  'the wallet afterwards',
  async (timeout) => ({
    gateway: asGateway(open(nyanjaMoney, {}, timeout)),
    request,
    conclude,
    endings: {
      captured: 'success',
      refused: [
        ['refused', 'declined'],
        ['insufficient_funds', 'insufficient_funds'],
        ['limit_exceeded', 'limit_exceeded'],
        ['wallet_locked', 'wrong_pin'],
        ['expired', 'expired'],
      ],
      undecided: ['in_process'],
    },
    spoil,
    records,
  }),
  { refundsParts: true },
)

async function begun(brand: Brand, options: Partial<PinWalletOptions> = {}) {
  const provider = open(brand, options)
  const requested = request()
  const consent = await consentOf(provider, requested.payerMsisdn)
  const started = await provider.wallet.start(requested, consent)
  if (started.outcome !== 'pin_wanted') throw new Error(`No PIN is wanted: ${started.outcome}`)
  const submit = (sealed: string) => provider.wallet.submitPin({ id: requested.id, ...started.entry, sealed }, consent)
  return { ...provider, requested, consent, entry: started.entry, submit }
}

describe('a wrong PIN', () => {
  it('leaves Nyanja Money open, with another key', async () => {
    const { entry, submit } = await begun(nyanjaMoney)
    const wrong = await submit(seal(entry, '0000'))
    expect(wrong).toMatchObject({
      outcome: 'wrong_pin',
      entry: { walletTransactionId: entry.walletTransactionId, keyId: entry.keyId },
    })
    expect(wrong).not.toMatchObject({ entry: { nonce: entry.nonce } })
  })

  it('closes SmartCash until it is started again', async () => {
    const { entry, submit } = await begun(smartCash)
    expect(await submit(seal(entry, '0000'))).toEqual({ outcome: 'wrong_pin', attemptsLeft: 4 })
  })
})

describe('a payment', () => {
  it.each([
    ['999000032', { outcome: 'refused', reason: 'declined' }],
    ['999000033', { outcome: 'wallet_locked' }],
  ])('is refused for the wallet of %s', async (payerMsisdn, outcome) => {
    const provider = open(smartCash)
    const consent = await consentOf(provider, payerMsisdn)
    expect(await provider.wallet.start(request({ payerMsisdn }), consent)).toEqual(outcome)
  })

  it('is refused for a number without a wallet', async () => {
    const { wallet, consent } = await begun(smartCash)
    const started = await wallet.start(request({ payerMsisdn: '999000031' }), consent)
    expect(started).toMatchObject({ outcome: 'refused', reason: 'invalid_user' })
  })

  it('is refused above the limit and in another currency', async () => {
    const provider = open(nyanjaMoney)
    const { payerMsisdn } = request()
    const consent = await consentOf(provider, payerMsisdn)
    const start = (amount: PaymentRequest['amount']) => provider.wallet.start(request({ payerMsisdn, amount }), consent)
    expect(await start(money('USD', 100))).toEqual({ outcome: 'refused', reason: 'unsupported_currency' })
    expect(await start(money('MWK', 75_000_001))).toEqual({ outcome: 'refused', reason: 'limit_exceeded' })
  })

  it('fails when its id was used for another payment', async () => {
    const { wallet, requested, consent } = await begun(nyanjaMoney)
    const other = { ...requested, amount: money('MWK', 1) }
    await expect(wallet.start(other, consent)).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })

  it('is verified while its outcome is unknown', async () => {
    await set({ process: 'in_process' })
    const { gateway, requested, entry, submit } = await begun(smartCash)
    expect(await submit(seal(entry, '1234'))).toEqual({ outcome: 'processing' })
    expect(await gateway.verify(requested)).toEqual({ state: 'unknown' })
    await conclude(requested.id, 'success')
    expect(await gateway.verify(requested)).toMatchObject({
      state: 'captured',
      providerReference: expect.stringMatching(/^WR/),
    })
  })

  it('counts as never started after three denials in ten minutes', async () => {
    let now = Date.now()
    const { gateway } = open(nyanjaMoney, { now: () => now })
    const requested = request()
    const ask = async (afterMs: number) => {
      now += afterMs
      return (await gateway.verify(requested)).state
    }
    expect([await ask(0), await ask(60_000), await ask(60_000)]).toEqual(['unknown', 'unknown', 'unknown'])
    expect(await ask(600_000)).toBe('refused')
  })
})

describe('a refund', () => {
  async function captured() {
    const { gateway, requested } = await begun(smartCash)
    await conclude(requested.id, 'success')
    return { gateway, requested }
  }

  it.each([
    ['in_process', 'pending'],
    ['refused', 'refused'],
  ] as const)('can be queried when it is %s', async (refunds, result) => {
    const { gateway, requested } = await captured()
    await set({ refunds })
    expect([await gateway.refund(requested), await gateway.verifyRefund(requested)]).toEqual([result, result])
    await set({ refunds: 'done' })
    expect(await gateway.verifyRefund(requested)).toBe('refunded')
    expect(await records(requested.id)).toMatchObject([{ refundedMinor: requested.amount.minor }])
  })

  it('is made once when it is requested twice', async () => {
    const { gateway, requested } = await captured()
    expect([await gateway.refund(requested), await gateway.refund(requested)]).toEqual(['refunded', 'refunded'])
    expect(await records(requested.id)).toMatchObject([{ refundedMinor: requested.amount.minor }])
  })

  it('is refused for a payment that does not exist', async () => {
    expect(await open(smartCash).gateway.refund(request())).toBe('refused')
  })
})

describe('the access token', () => {
  it('is fetched once for concurrent calls, and renewed before it expires', async () => {
    const { observe, requested } = recorder()
    const tokens = () => requested().filter((call) => call === 'token answered').length
    let now = Date.now()
    const { gateway } = open(nyanjaMoney, { observe, now: () => now })
    await Promise.all([1, 2, 3].map(() => gateway.verify(request())))
    now += 269_000
    await gateway.verify(request())
    expect(tokens()).toBe(1)
    now += 2000
    await gateway.verify(request())
    expect(tokens()).toBe(2)
  })

  it('is replaced once when it is no longer accepted', async () => {
    const { wallet, requested, consent } = await begun(nyanjaMoney)
    await sandbox.control('/wallet/tokens/revoke', undefined, 'POST')
    expect((await wallet.start(requested, consent)).outcome).toBe('pin_wanted')
  })

  it('throws a configuration error when it is refused', async () => {
    const { codes } = open(nyanjaMoney, { clientSecret: 'wrong-secret' })
    const error = await codes.send('999000001').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider_broke_contract' })
    expect(String(error)).not.toContain('wrong-secret')
  })
})

it('returns the visitor to the code entry when the consent has expired', async () => {
  const { wallet, requested, consent, entry, submit } = await begun(nyanjaMoney)
  await sandbox.control('/wallet/customers/revoke', undefined, 'POST')
  expect(await wallet.start(requested, consent)).toEqual({ outcome: 'consent_needed' })
  expect(await submit(seal(entry, '1234'))).toEqual({ outcome: 'consent_needed' })
})

it("shows the wallet's own message to the visitor", async () => {
  const { codes } = open(smartCash)
  expect(await codes.send('999000031')).toEqual({ outcome: 'no_wallet', message: 'This number has no wallet' })
})

it.each(brands)('reads a callback about a payment by $name, and refuses a forged one', async (brand) => {
  const { requested } = await begun(brand)
  await sandbox.injectFault({ provider: 'wallet', kind: 'callback_mis_sign' })
  await conclude(requested.id, 'refused')
  await expect.poll(() => readings.at(-1)).toBe('wrong_signature')

  const next = await begun(brand)
  expect(await next.submit(seal(next.entry, '1234'))).toEqual({ outcome: 'processing' })
  await expect.poll(() => readings.at(-1)).toEqual({ attemptId: next.requested.id })
})
