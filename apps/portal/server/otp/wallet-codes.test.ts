import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { openCodes } from '../db/otp/test-codes.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import type { OtpPlace } from './code-store.ts'
import type { WalletCodes } from './wallet-codes.ts'

const place: OtpPlace = { channel: 'web', purposes: ['smartcash'], subject: 'order-1' }
const asked = { purpose: 'smartcash', msisdn: '999000001', subject: 'order-1', channel: 'web', language: 'en' } as const
const binding = { purpose: 'smartcash', msisdn: '999000001', subject: 'order-1' } as const

describeOnEachEngine('a code that a wallet sends', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const heard: string[] = []
    const bench = openCodes(database, {
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
                  consent: { token: 'Bearer of-the-wallet', expiresAt: bench.clock.now + 5 * minute },
                }
              : { outcome: 'wrong_otp', attemptsLeft: 3 }
          },
        },
      },
    })
    return { ...bench, ...database, heard }
  }
  type Bench = Awaited<ReturnType<typeof open>>

  async function refIdOf({ codes }: Bench) {
    const sent = await codes.send(asked)
    assert.ok(sent.outcome === 'sent', sent.outcome)
    return sent.refId
  }

  it('goes out from the wallet alone, whoever runs the network of the number', async () => {
    const bench = await open()
    await refIdOf(bench)
    assert.deepEqual(bench.heard, ['send 999000001'])
    assert.deepEqual(await bench.db.selectFrom('messages').selectAll().execute(), [])
  })

  it('is known to the wallet alone, under its own name', async () => {
    const bench = await open()
    const refId = await refIdOf(bench)
    assert.deepEqual(await bench.codes.verify(refId, '000000', place), { outcome: 'wrong_code', attemptsLeft: 3 })
    const verified = await bench.codes.verify(refId, '123 456', place)
    assert.equal(verified.outcome, 'verified')
    assert.deepEqual(bench.heard.slice(1), ['verify R-1 999000001', 'verify R-1 999000001'])
  })

  it('wins a consent that is kept sealed, and ends with it', async () => {
    const bench = await open()
    const verified = await bench.codes.verify(await refIdOf(bench), '123456', place)
    assert.ok(verified.outcome === 'verified')
    const { uniqueCode } = verified
    const given = await bench.codes.consentOf({ uniqueCode })
    assert.deepEqual(given, {
      ...binding,
      consent: { token: 'Bearer of-the-wallet', expiresAt: bench.clock.now + 5 * minute },
    })
    const rows = JSON.stringify(await bench.db.selectFrom('one_time_codes').selectAll().execute())
    for (const secret of ['of-the-wallet', uniqueCode]) assert.ok(!rows.includes(secret))
    assert.equal(await bench.codes.consentOf({ uniqueCode: 'guessed' }), undefined)
    bench.clock.now += 5 * minute
    assert.equal(await bench.codes.consentOf({ uniqueCode }), undefined)
  })

  it('can be had again, under the name that the wallet gives then', async () => {
    const bench = await open()
    const refId = await refIdOf(bench)
    bench.clock.now += minute
    assert.equal((await bench.codes.resend(refId, place)).outcome, 'sent')
    await bench.codes.verify(refId, '123456', place)
    assert.deepEqual(bench.heard, ['send 999000001', 'resend R-1', 'verify R-1-2 999000001'])
  })

  it('counts for the limits of the number like any other', async () => {
    const bench = await open()
    await refIdOf(bench)
    const other = await bench.codes.send({ ...asked, purpose: 'balance', subject: 'another' })
    assert.equal(other.outcome, 'not_our_line')
    const again = await bench.codes.send({ ...asked, subject: 'order-2' })
    assert.equal(again.outcome, 'too_soon')
    assert.equal(bench.heard.length, 1)
  })

  it.each([
    [{ outcome: 'no_wallet' }, { outcome: 'no_wallet' }],
    [{ outcome: 'limit_reached' }, { outcome: 'limit_reached' }],
    [
      { outcome: 'refused', message: 'Not today' },
      { outcome: 'wallet_refused', message: 'Not today' },
    ],
  ] as const)('is said not to have gone out when the wallet answers %j', async (answer, outcome) => {
    const refusing: WalletCodes = {
      send: async () => answer,
      resend: async () => answer,
      verify: async () => ({ outcome: 'refused' }),
    }
    const { codes } = openCodes(await openDatabase(), { wallets: { smartcash: refusing } })
    assert.deepEqual(await codes.send(asked), outcome)
  })

  it('was not sent when the wallet is silent, and is not taken for sent afterwards', async () => {
    const silent: WalletCodes = {
      send: () => Promise.reject(new Error('silent')),
      resend: () => Promise.reject(new Error('silent')),
      verify: async () => ({ outcome: 'refused' }),
    }
    const { codes } = openCodes(await openDatabase(), { wallets: { smartcash: silent } })
    await assert.rejects(codes.send(asked))
    assert.equal((await codes.send(asked)).outcome, 'too_soon')
  })
})
