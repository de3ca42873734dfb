import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { openCodes } from '../db/otp/test-codes.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { OtpPlace } from './one-time-code.ts'
import type { WalletCodes } from './wallet-codes.ts'

const place: OtpPlace = { channel: 'web', purposes: ['smartcash'], subject: 'order-1' }
const requested = {
  purpose: 'smartcash',
  msisdn: '999000001',
  subject: 'order-1',
  channel: 'web',
  language: 'en',
} as const
const binding = { purpose: 'smartcash', msisdn: '999000001', subject: 'order-1' } as const

describeOnEachEngine('a code that a wallet sends', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const heard: string[] = []
    const fixture = openCodes(database, {
      isOurLine: async () => false,
      wallets: {
        smartcash: {
          send: async (msisdn) => ({ outcome: 'sent', refId: `R-${heard.push(`send ${msisdn}`)}` }),
          resend: async (refId) => ({ outcome: 'sent', refId: `${refId}-${heard.push(`resend ${refId}`)}` }),
          verify: async ({ refId, otp, msisdn }) => {
            heard.push(`verify ${refId} ${msisdn}`)
            return otp === '123456'
              ? {
                  outcome: 'verified',
                  consent: { token: 'Bearer of-the-wallet', expiresAt: fixture.clock.now + 5 * minute },
                }
              : { outcome: 'wrong_otp', attemptsLeft: 3 }
          },
        },
      },
    })
    return { ...fixture, ...database, heard }
  }
  type Fixture = Awaited<ReturnType<typeof open>>

  async function refIdOf({ codes }: Fixture) {
    const sent = await codes.send(requested)
    assert.ok(sent.outcome === 'sent', sent.outcome)
    return sent.refId
  }

  it('is sent by the wallet alone, on any network', async () => {
    const fixture = await open()
    await refIdOf(fixture)
    assert.deepEqual(fixture.heard, ['send 999000001'])
    assert.deepEqual(await fixture.db.selectFrom('messages').selectAll().execute(), [])
  })

  it('is known to the wallet alone, under its own name', async () => {
    const fixture = await open()
    const refId = await refIdOf(fixture)
    assert.deepEqual(await fixture.codes.verify(refId, '000000', place), { outcome: 'wrong_code', attemptsLeft: 3 })
    const verified = await fixture.codes.verify(refId, '123 456', place)
    assert.equal(verified.outcome, 'verified')
    assert.deepEqual(fixture.heard.slice(1), ['verify R-1 999000001', 'verify R-1 999000001'])
  })

  it('yields a consent that is stored encrypted, and deleted with it', async () => {
    const fixture = await open()
    const verified = await fixture.codes.verify(await refIdOf(fixture), '123456', place)
    assert.ok(verified.outcome === 'verified')
    const { uniqueCode } = verified
    const given = await fixture.codes.consentOf({ uniqueCode })
    assert.deepEqual(given, {
      ...binding,
      consent: { token: 'Bearer of-the-wallet', expiresAt: fixture.clock.now + 5 * minute },
    })
    const rows = JSON.stringify(await fixture.db.selectFrom('one_time_codes').selectAll().execute())
    for (const secret of ['of-the-wallet', uniqueCode]) assert.ok(!rows.includes(secret))
    assert.equal(await fixture.codes.consentOf({ uniqueCode: 'guessed' }), undefined)
    fixture.clock.now += 5 * minute
    assert.equal(await fixture.codes.consentOf({ uniqueCode }), undefined)
  })

  it("can be sent again under the wallet's next name", async () => {
    const fixture = await open()
    const refId = await refIdOf(fixture)
    fixture.clock.now += minute
    assert.equal((await fixture.codes.resend(refId, place)).outcome, 'sent')
    await fixture.codes.verify(refId, '123456', place)
    assert.deepEqual(fixture.heard, ['send 999000001', 'resend R-1', 'verify R-1-2 999000001'])
  })

  it('counts in the limits of the number like any other', async () => {
    const fixture = await open()
    await refIdOf(fixture)
    const other = await fixture.codes.send({ ...requested, purpose: 'balance', subject: 'another' })
    assert.equal(other.outcome, 'not_our_line')
    const repeated = await fixture.codes.send({ ...requested, subject: 'order-2' })
    assert.equal(repeated.outcome, 'too_soon')
    assert.equal(fixture.heard.length, 1)
  })

  it.each([
    [{ outcome: 'no_wallet' }, { outcome: 'no_wallet' }],
    [{ outcome: 'limit_reached' }, { outcome: 'limit_reached' }],
    [
      { outcome: 'refused', message: 'Not today' },
      { outcome: 'wallet_refused', message: 'Not today' },
    ],
  ] as const)('is reported as not sent when the wallet answers %j', async (answer, outcome) => {
    const refusing: WalletCodes = {
      send: async () => answer,
      resend: async () => answer,
      verify: async () => ({ outcome: 'refused' }),
    }
    const { codes } = openCodes(await openDatabase(), { wallets: { smartcash: refusing } })
    assert.deepEqual(await codes.send(requested), outcome)
  })

  it('is not sent when the wallet is silent, and does not count as sent afterwards', async () => {
    const silent: WalletCodes = {
      send: () => Promise.reject(new Error('silent')),
      resend: () => Promise.reject(new Error('silent')),
      verify: async () => ({ outcome: 'refused' }),
    }
    const { codes } = openCodes(await openDatabase(), { wallets: { smartcash: silent } })
    await assert.rejects(codes.send(requested))
    assert.equal((await codes.send(requested)).outcome, 'too_soon')
  })
})
