import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { capturedResult } from '../db/payments/test-payments.ts'
import { holder, openPinTill } from '../db/payments/test-pin-till.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

const pin = { keyId: '2026-1', sealed: 'c2VhbGVk' }

describeOnEachEngine('a payment by PIN', (openDatabase) => {
  const open = async () => openPinTill(await openDatabase())

  it('is delivered once its capture is verified', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    assert.equal(await till.pageOf(order), 'pin')
    assert.deepEqual(await till.pinPayments.submit(order, attempt, proof, pin), {
      outcome: 'over',
      attempt: { ...attempt, pinSentAt: till.clock.now },
    })
    assert.equal(await till.pageOf(order), 'status')
    till.gateway.verify = async (asked) => capturedResult(asked)
    await till.after(5000)
    assert.equal((await till.progress.payment(attempt.id)).delivery?.state, 'delivered')
    assert.deepEqual(till.sent, [attempt.id])
  })

  it('needs the consent of the very number, for the very order', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const stranger = await till.agreed()
    const elsewhere = { ...stranger.proof, subject: order.id }
    assert.deepEqual(await till.pinPayments.begin(order, elsewhere), { outcome: 'consent_needed' })
    const begun = await till.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'pin_wanted')
    assert.deepEqual(await till.pinPayments.entryOf(begun.attempt, elsewhere), { outcome: 'consent_needed' })
    assert.deepEqual(await till.pinPayments.submit(order, begun.attempt, elsewhere, pin), { outcome: 'consent_needed' })
    const other = till.agreeTo(order, '999000002')
    assert.deepEqual(await till.pinPayments.submit(order, begun.attempt, other, pin), { outcome: 'consent_needed' })
    assert.deepEqual(till.sent, [])
  })

  it('begins with nothing but a consent', async () => {
    const till = await open()
    const order = await till.placedOrder()
    const payer = { method: 'smartcash', payerMsisdn: holder } as const
    assert.deepEqual(await till.payments.pay(order, payer), { outcome: 'proof_missing' })
  })

  it('sends a PIN once, however often it is pressed', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    const presses = Array.from({ length: 5 }, () => till.pinPayments.submit(order, attempt, proof, pin))
    for (const { outcome } of await Promise.all(presses)) assert.equal(outcome, 'over')
    assert.deepEqual(till.sent, [attempt.id])
  })

  it('lets a wrong PIN be corrected, under the same payment', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = async () => ({ outcome: 'wrong_pin', attemptsLeft: 4 })
    till.wallet.start = async ({ id }) => {
      assert.equal(id, attempt.id)
      const entry = { walletTransactionId: 'W-1', keyId: '2026-1', publicKey: 'a2V5', nonce: 'fresh', expiresAt: 2e15 }
      return { outcome: 'pin_wanted', entry, attemptsLeft: 4 }
    }
    const wrong = await till.pinPayments.submit(order, attempt, proof, pin)
    expect(wrong).toMatchObject({ outcome: 'wrong_pin', entry: { nonce: 'fresh', attemptsLeft: 4 } })
    expect(await till.pinPayments.entryOf(attempt, proof)).toMatchObject({ entry: { nonce: 'fresh', attemptsLeft: 4 } })
    assert.equal(await till.pageOf(order), 'pin')
    till.wallet.submitPin = async () => ({ outcome: 'processing' })
    assert.equal((await till.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    assert.equal(await till.pageOf(order), 'status')
  })

  it('spends no try on a PIN that came too late', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = async () => ({ outcome: 'pin_unusable' })
    expect(await till.pinPayments.submit(order, attempt, proof, pin)).toMatchObject({
      outcome: 'missed',
      entry: { attemptsLeft: 5 },
    })
    assert.equal(await till.pageOf(order), 'pin')
  })

  it('asks for another entry once the old one is too old', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.clock.now += 4 * minute
    assert.deepEqual(await till.pinPayments.entryOf(attempt, proof), { outcome: 'no_entry' })
    const again = await till.pinPayments.begin(order, proof)
    assert.ok(again.outcome === 'pin_wanted')
    assert.equal(again.attempt.id, attempt.id)
    expect(await till.pinPayments.entryOf(attempt, proof)).toMatchObject({ outcome: 'entry' })
  })

  it('is refused when the wallet is locked, and the order can be paid in another way', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = async () => ({ outcome: 'wallet_locked' })
    await till.pinPayments.submit(order, attempt, proof, pin)
    expect(await till.now(attempt)).toMatchObject({ state: 'refused', refusal: 'wrong_pin' })
    assert.equal((await till.payments.pay(order, { method: 'card' })).outcome, 'redirect')
  })

  it('waits for verification when the answer to the PIN is lost', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = () => Promise.reject(new Error('the answer is lost'))
    await till.pinPayments.submit(order, attempt, proof, pin)
    assert.equal(await till.pageOf(order), 'status')
    assert.equal((await till.payments.pay(order, { method: 'card' })).outcome, 'already_processed')
    till.gateway.verify = async (asked) => capturedResult(asked)
    await till.after(40_000)
    assert.equal((await till.now(attempt)).state, 'captured')
  })

  it('may be typed again when the wallet says that it never had the PIN', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = () => Promise.reject(new Error('the request is lost'))
    await till.pinPayments.submit(order, attempt, proof, pin)
    await till.after(10_000)
    assert.equal(await till.pageOf(order), 'status')
    await till.after(25_000)
    assert.equal(await till.pageOf(order), 'pin')
  })

  it('may not be typed again while the wallet cannot say whether it had the PIN', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = () => Promise.reject(new Error('the answer is lost'))
    till.gateway.verify = async () => ({ state: 'unknown' })
    await till.pinPayments.submit(order, attempt, proof, pin)
    for (let minutes = 0; minutes < 3; minutes += 1) await till.after(minute)
    assert.equal(await till.pageOf(order), 'status')
  })

  it('is not typed again on a word of the wallet that is older than its PIN', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = () => Promise.reject(new Error('the answer is lost'))
    await till.pinPayments.submit(order, attempt, proof, pin)
    till.gateway.verify = async () => {
      till.clock.now += minute
      return { state: 'pending' }
    }
    await till.after(10_000)
    assert.equal(await till.pageOf(order), 'status')
  })

  it('asks each wallet with the consent of its own holder only', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const others = ['999000002', '999000003'].map((msisdn) => till.agreeTo(order, msisdn))
    const { start } = till.wallet
    const asked: (readonly [string, string | undefined])[] = []
    till.wallet.start = async (request, consent) => {
      asked.push([request.payerMsisdn, till.holderOf(consent)])
      return start(request, consent)
    }
    await Promise.all([proof, ...others].map((one) => till.pinPayments.begin(order, one)))
    assert.ok(asked.length > 0)
    for (const [payer, agreed] of asked) assert.equal(payer, agreed)
  })

  it('is found again when the answer to its beginning is lost', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const { start } = till.wallet
    till.wallet.start = () => Promise.reject(new Error('the answer is lost'))
    assert.equal((await till.pinPayments.begin(order, proof)).outcome, 'over')
    assert.equal(await till.pageOf(order), 'pin')
    till.wallet.start = start
    const again = await till.pinPayments.begin(order, proof)
    assert.equal(again.outcome, 'pin_wanted')
    assert.equal((await till.attemptsOf(order)).length, 1)
  })

  it('is refused as soon as the wallet refuses it', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    till.wallet.start = async () => ({ outcome: 'refused', reason: 'invalid_user' })
    const begun = await till.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'over')
    expect(await till.now(begun.attempt)).toMatchObject({ state: 'refused', refusal: 'invalid_user' })
  })

  it('asks for a code again when the consent is over', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = async () => ({ outcome: 'consent_needed' })
    assert.deepEqual(await till.pinPayments.submit(order, attempt, proof, pin), { outcome: 'consent_needed' })
    assert.equal(await till.pageOf(order), 'pin')
  })

  it('sends the receipt to the address that was typed, and to none otherwise', async () => {
    const till = await open()
    const mailed = await till.agreed()
    await till.pinPayments.begin(mailed.order, mailed.proof, { email: 'a@example.com' })
    assert.equal((await till.attemptsOf(mailed.order))[0]?.email, 'a@example.com')
    const { attempt } = await till.atPin()
    assert.equal((await till.now(attempt)).email, undefined)
  })

  it('asks for no PIN when the card that was left has paid already', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const card = await till.begunBy(order, { method: 'card' })
    till.gateways.card.verify = async (asked) => capturedResult(asked)
    const begun = await till.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'over')
    assert.equal(begun.attempt.id, card.id)
  })

  it('is not begun once the time of the order is over', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    till.clock.now = order.expiresAt
    assert.deepEqual(await till.pinPayments.begin(order, proof), { outcome: 'order_ended' })
  })

  it('asks the wallet for nothing once its own time is over', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const registered = await till.payments.initiate(order, { method: 'smartcash', payerMsisdn: holder, proof })
    assert.ok('attempt' in registered)
    till.clock.now = registered.attempt.expiresAt
    assert.equal((await till.pinPayments.begin(order, proof)).outcome, 'over')
    assert.deepEqual(till.started, [])
  })

  it('asks for no other PIN while one is with the wallet', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    await till.pinPayments.submit(order, attempt, proof, pin)
    assert.equal((await till.pinPayments.begin(order, proof)).outcome, 'over')
    assert.deepEqual(till.started, [attempt.id])
  })

  it('asks for no PIN when it was left while the wallet was asked', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const { start } = till.wallet
    till.wallet.start = async (...request) => {
      for (const attempt of await till.attemptsOf(order)) await till.pinPayments.cancel(attempt)
      return start(...request)
    }
    assert.equal((await till.pinPayments.begin(order, proof)).outcome, 'over')
    assert.equal((await till.attemptsOf(order))[0]?.refusal, 'cancelled_by_customer')
  })

  it('has nothing to seal a PIN with before the wallet has answered, and no longer than the wallet says', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const { start } = till.wallet
    till.wallet.start = () => Promise.reject(new Error('the answer is lost'))
    const lost = await till.pinPayments.begin(order, proof)
    assert.ok(lost.outcome === 'over')
    assert.deepEqual(await till.pinPayments.entryOf(lost.attempt, proof), { outcome: 'no_entry' })
    assert.equal((await till.pinPayments.submit(order, lost.attempt, proof, pin)).outcome, 'over')
    assert.deepEqual(till.sent, [])
    till.wallet.start = start
    const begun = await till.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'pin_wanted')
    till.clock.now = begun.entry.expiresAt
    assert.deepEqual(await till.pinPayments.entryOf(begun.attempt, proof), { outcome: 'no_entry' })
  })

  it('sends no PIN to a wallet that stands there no more', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    const result = await till.pinPayments.submit(order, { ...attempt, gateway: 'gone' }, proof, pin)
    assert.equal(result.outcome, 'over')
    assert.deepEqual(till.sent, [])
  })

  it('goes past the PIN through no other door', async () => {
    const till = await open()
    const { order, proof } = await till.agreed()
    const begun = await till.payments.initiate(order, { method: 'smartcash', payerMsisdn: holder, proof })
    assert.ok('attempt' in begun)
    assert.equal((await till.payments.process(order, begun.attempt)).outcome, 'already_processed')
    assert.equal((await till.attemptsOf(order))[0]?.state, 'created')
  })

  it('is asked about at once when the answer to the PIN is lost, and at the latest when it may be typed again', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    assert.equal((await till.stores.reader.payment(attempt.id))?.attempt.nextCheckAt, till.clock.now + 10_000)
    const planned: unknown[] = []
    till.wallet.submitPin = async () => {
      planned.push((await till.stores.reader.payment(attempt.id))?.attempt.nextCheckAt)
      throw new Error('the answer is lost')
    }
    assert.equal((await till.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    assert.deepEqual(planned, [till.clock.now + 35_000])
    assert.equal((await till.stores.reader.payment(attempt.id))?.attempt.nextCheckAt, till.clock.now)
    assert.deepEqual(till.wakes, ['settle smartcash'])
  })

  it('goes on with the entry that came with the word of a wrong PIN', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    const entry = { walletTransactionId: 'W-1', keyId: '2026-1', publicKey: 'a2V5', nonce: 'next', expiresAt: 2e15 }
    till.wallet.submitPin = async () => ({ outcome: 'wrong_pin', attemptsLeft: 3, entry })
    const { pinSentAt: _, ...unsent } = attempt
    const wrong = await till.pinPayments.submit(order, attempt, proof, pin)
    assert.deepEqual(wrong, { outcome: 'wrong_pin', attempt: unsent, entry: { ...entry, attemptsLeft: 3 } })
    assert.deepEqual(till.started, [attempt.id])
    expect(await till.pinPayments.entryOf(attempt, proof)).toMatchObject({ entry: { nonce: 'next', attemptsLeft: 3 } })
  })

  it('is found again when the wallet has no new entry after a wrong PIN', async () => {
    const till = await open()
    const { order, proof, attempt } = await till.atPin()
    till.wallet.submitPin = async () => ({ outcome: 'wrong_pin', attemptsLeft: 4 })
    till.wallet.start = () => Promise.reject(new Error('silent'))
    assert.equal((await till.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    till.wallet.start = async () => ({ outcome: 'consent_needed' })
    const again = await till.pinPayments.submit(order, attempt, proof, pin)
    assert.deepEqual(again, { outcome: 'consent_needed' })
    assert.equal(await till.pageOf(order), 'pin')
  })

  describe('that is left', () => {
    it('takes nothing, and another way pays', async () => {
      const till = await open()
      const { order, attempt } = await till.atPin()
      assert.equal(await till.pinPayments.cancel(attempt), true)
      expect(await till.now(attempt)).toMatchObject({ state: 'refused', refusal: 'cancelled_by_customer' })
      assert.equal((await till.payments.pay(order, { method: 'card' })).outcome, 'redirect')
    })

    it('is over also before any wallet knows of it', async () => {
      const till = await open()
      const { order, proof } = await till.agreed()
      const payer = { method: 'smartcash', payerMsisdn: holder, proof } as const
      const begun = await till.payments.initiate(order, payer)
      assert.ok(begun.outcome === 'initiated')
      assert.equal(await till.pinPayments.cancel(begun.attempt), true)
      assert.equal((await till.now(begun.attempt)).state, 'expired')
      assert.equal((await till.payments.pay(order, { method: 'card' })).outcome, 'redirect')
    })

    it('makes way for another wallet, and stands for the same', async () => {
      const till = await open()
      const { order, proof, attempt } = await till.atPin()
      const same = await till.pinPayments.begin(order, proof)
      assert.ok(same.outcome === 'pin_wanted')
      assert.equal(same.attempt.id, attempt.id)
      const other = await till.pinPayments.begin(order, till.agreeTo(order, '999000002'))
      assert.ok(other.outcome === 'pin_wanted')
      assert.notEqual(other.attempt.id, attempt.id)
      const left = (await till.stores.reader.payment(attempt.id))?.attempt
      expect(left).toMatchObject({ state: 'refused', refusal: 'cancelled_by_customer' })
    })

    it('cannot be left while a PIN is with the wallet', async () => {
      const till = await open()
      const { order, proof, attempt } = await till.atPin()
      await till.pinPayments.submit(order, attempt, proof, pin)
      assert.equal(await till.pinPayments.cancel(attempt), false)
      assert.equal((await till.payments.pay(order, { method: 'card' })).outcome, 'already_processed')
    })

    it('sends no PIN any more', async () => {
      const till = await open()
      const { order, proof, attempt } = await till.atPin()
      const [, submitted] = await Promise.all([
        till.pinPayments.cancel(attempt),
        till.pinPayments.submit(order, attempt, proof, pin),
      ])
      assert.equal(submitted.outcome, 'over')
      const { state } = (await till.stores.reader.payment(attempt.id))?.attempt ?? {}
      assert.equal(till.sent.length === 0, state === 'refused')
    })

    it('is over by itself when nobody types a PIN', async () => {
      const till = await open()
      const { attempt } = await till.atPin()
      await till.after(11 * minute)
      assert.equal((await till.now(attempt)).state, 'expired')
    })
  })
})
