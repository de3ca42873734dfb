import { generateKeyPairSync } from 'node:crypto'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProviderRecord } from '../call-provider.ts'
import { serve } from '../serve.contract.ts'
import { createPinWalletProvider } from './pin-wallet-provider.ts'

const consent = { token: 'Bearer customer-CANARY-token', expiresAt: Date.now() + 600_000 }
const requested = { id: 'TXN-1', amount: money('MWK', 100_000), description: 'Airtime', payerMsisdn: '999000001' }
const sealed = Buffer.alloc(256, 'CANARY-PIN-1234').toString('base64')
const pin = { id: 'TXN-1', walletTransactionId: 'W-1', keyId: '2026-1', sealed }

interface OddAnswer {
  readonly status?: number
  readonly type?: string
  readonly body: string
}

/** A fake platform that gives the same answer to every call but the token's, and records requests. */
async function platform(
  { status = 200, type = 'application/json', body }: OddAnswer,
  { tokenAfterMs = 0, ...options }: { readonly tokenAfterMs?: number; readonly commandTimeoutMs?: number } = {},
) {
  const bodies: string[] = []
  const records: ProviderRecord[] = []
  const baseUrl = await serve((request, sent, response) => {
    const isToken = request.url === '/v1/oauth/token'
    if (!isToken) bodies.push(sent.toString())
    response.writeHead(isToken ? 200 : status, { 'content-type': isToken ? 'application/json' : type })
    const token = '{"access_token":"merchant-CANARY-token","token_type":"Bearer","expires_in":300}'
    if (isToken) setTimeout(() => response.end(token), tokenAfterMs)
    else response.end(body)
  }, onTestFinished)
  const provider = createPinWalletProvider({
    name: 'smartcash',
    baseUrl,
    clientId: 'id',
    clientSecret: 'secret-CANARY',
    opco: 'MW',
    countryCode: '265',
    currencies: ['MWK'],
    paymentMode: 'KS',
    pause: async () => {},
    observe: (record) => records.push(record),
    ...options,
  })
  return { ...provider, bodies, records }
}

const envelope = (statusCode: number | string, result: unknown = {}, status = 'failure') => ({
  body: JSON.stringify({ statusCode, status, message: 'In words', result }),
})
const spki = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const details = (changes: object = {}) => ({
  keyId: '2026-1',
  algorithm: 'RSA-OAEP-256',
  nonce: 'AAAA',
  expiresIn: 180,
  ...changes,
})
const started = (key: object) =>
  envelope(200, { walletTransactionId: 'W-1', status: 'PENDING_PIN', encryptionKeyDetails: key, pinAttemptsLeft: 5 })
const brokenContract = { name: 'PortalError', code: 'provider_broke_contract' }

describe('an encrypted PIN', () => {
  it("is forwarded unchanged, with the payment's ids and nothing else", async () => {
    const { wallet, bodies } = await platform(envelope(400))
    await wallet.submitPin(pin, consent)
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { walletTransactionId: 'W-1', merchantTransactionId: 'TXN-1', keyId: '2026-1', amPin: sealed },
    ])
  })

  it('is not sent when getting a token has used up the time', async () => {
    const { wallet, bodies } = await platform(envelope(400), { tokenAfterMs: 60, commandTimeoutMs: 40 })
    await expect(wallet.submitPin(pin, consent)).rejects.toMatchObject({ code: 'provider_unreachable' })
    expect(bodies).toEqual([])
  })

  it.each([
    ['garbage that quotes it', { body: `{"amPin":"${sealed}","pin":"CANARY` }],
    ['a page that quotes it', { body: `<b>${sealed}</b>`, type: 'text/html' }],
    ['another shape', envelope(200, { amPin: sealed })],
    ['a code that quotes it', envelope(sealed)],
    ['a refusal that quotes it', { status: 422, body: JSON.stringify({ error: sealed, otp: '123456' }) }],
    ['a fault that quotes it', { status: 500, body: sealed }],
  ] as const)('is in no record and no error after %s', async (_what, answer) => {
    const { wallet, records } = await platform(answer)
    const error = await wallet.submitPin(pin, consent).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'PortalError' })
    const reported = JSON.stringify([records, String(error), Object(error).stack, Object(error).cause])
    expect(reported).not.toMatch(/CANARY|999000001|123456/)
    expect(reported).not.toContain(sealed.slice(0, 20))
    expect(records.at(-1)).toMatchObject({ provider: 'smartcash', operation: 'process' })
  })
})

describe('a key for the PIN', () => {
  it('is sent to the browser unchanged, for every successful answer', async () => {
    const key = spki(2048)
    const { body } = started(details({ key }))
    const { wallet } = await platform({ body: body.replace('"failure"', '"SUCCESS"') })
    expect(await wallet.start(requested, consent)).toMatchObject({ outcome: 'pin_wanted', entry: { publicKey: key } })
  })

  it.each([
    ['is too weak', { key: spki(1024) }],
    ['is none', { key: 'bm9pc2U=' }],
    ['seals in another way', { key: spki(2048), algorithm: 'RSA1_5' }],
    ['could break out of what is sealed', { key: spki(2048), nonce: 'a|b' }],
  ])('is refused when it %s', async (_what, changes) => {
    const { wallet } = await platform(started(details(changes)))
    await expect(wallet.start(requested, consent)).rejects.toMatchObject(brokenContract)
  })

  it.each([
    ['no key', { encryptionKeyDetails: undefined }],
    ['no count of tries', { pinAttemptsLeft: undefined }],
    ['a name that could break out of what is sealed', { walletTransactionId: 'W-1|AAAA' }],
    ['a name that is too long to be sealed', { walletTransactionId: 'W'.repeat(65) }],
  ])('is not requested with %s', async (_what, changes) => {
    const whole = { walletTransactionId: 'W-1', status: 'PENDING_PIN', pinAttemptsLeft: 5 }
    const key = details({ key: spki(2048) })
    const { wallet } = await platform(envelope(200, { ...whole, encryptionKeyDetails: key, ...changes }))
    await expect(wallet.start(requested, consent)).rejects.toMatchObject(brokenContract)
  })
})

describe('an answer of the platform', () => {
  it('is definite when the number has no wallet', async () => {
    const { wallet } = await platform(envelope(4001))
    const refused = { outcome: 'refused', reason: 'invalid_user', message: 'In words' }
    expect([await wallet.start(requested, consent), await wallet.submitPin(pin, consent)]).toEqual([refused, refused])
  })

  it.each([['9999'], [500], [502]])('decides nothing about money with an unknown code (%s)', async (code) => {
    const { wallet, codes, gateway } = await platform(envelope(code))
    await expect(wallet.start(requested, consent)).rejects.toMatchObject(brokenContract)
    await expect(wallet.submitPin(pin, consent)).rejects.toMatchObject(brokenContract)
    expect(await gateway.verify(requested)).toEqual({ state: 'unknown' })
    expect(await gateway.refund(requested)).toBe('unknown')
    expect((await codes.verify({ refId: 'R', otp: '123456', msisdn: '999000001' })).outcome).toBe('refused')
  })

  it.each([502, 503, 429])('says nothing about limits with HTTP %i', async (status) => {
    const { codes } = await platform({ ...envelope(502), status })
    await expect(codes.send('999000001')).rejects.toMatchObject({ code: 'provider_unreachable' })
  })

  it('is shortened for the log', async () => {
    const { codes } = await platform({
      body: JSON.stringify({ statusCode: 502, status: 'failure', message: 'long '.repeat(100), result: null }),
    })
    expect(await codes.send('999000001')).toMatchObject({
      outcome: 'limit_reached',
      message: expect.stringMatching(/^.{200}$/),
    })
  })

  it.each([
    ['no amount of ours', { currency: 'XYZ', amount: '1000.00' }],
    ['an amount in letters', { currency: 'MWK', amount: 'a lot' }],
  ])('needs a review when it contains money and %s', async (_what, changes) => {
    const paid = { merchantTransactionId: 'TXN-1', walletTransactionId: 'W-1', status: 'SUCCESS', ...changes }
    const { gateway } = await platform(envelope(200, paid))
    expect((await gateway.verify(requested)).state).toBe('review')
  })

  it('is no refusal when it has a reason without having failed', async () => {
    const { wallet } = await platform(envelope(200, { status: 'SUCCESS', reasonCode: 'WALLET_LOCKED' }))
    expect(await wallet.start(requested, consent)).toEqual({ outcome: 'processing' })
    expect(await wallet.submitPin(pin, consent)).toEqual({ outcome: 'processing' })
  })

  it('throws for an undocumented status', async () => {
    const state = { merchantTransactionId: 'TXN-1', walletTransactionId: 'W-1', amount: '1000.00', currency: 'MWK' }
    const { gateway, wallet } = await platform(envelope(200, { ...state, status: 'QUEUED' }))
    expect(await gateway.verify(requested)).toEqual({ state: 'unknown' })
    expect(await wallet.submitPin(pin, consent)).toEqual({ outcome: 'processing' })
  })
})
